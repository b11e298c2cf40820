import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatMoney, MAX_CENTS, toAmount, toCents } from "./money";

const cents = fc.integer({ min: -MAX_CENTS, max: MAX_CENTS });

describe("toCents", () => {
  it.each([
    [1500, 150_000],
    [1500.0, 150_000],
    [1.5e3, 150_000],
    [57.69, 5769],
    [0.01, 1],
    [0.1 + 0.2, 30],
    [1.1 * 3, 330],
    [100_000, MAX_CENTS],
    [-12.34, -1234],
  ])("takes %d dollars as %d cents", (amount, expected) => {
    expect(toCents(amount)).toEqual({ ok: true, cents: expected });
  });

  it.each([
    [57.694, 57.69],
    [57.696, 57.7],
    [1.005, 1.01],
    [-1.005, -1.01],
    [0.001, 0],
    [-0.001, 0],
    [99_999.999, 100_000],
  ])("refuses %d, finer than a cent, and offers %d", (amount, rounded) => {
    expect(toCents(amount)).toEqual({ ok: false, rounded });
  });

  it("knows no negative zero", () => {
    expect(toCents(-0)).toEqual({ ok: true, cents: 0 });
    expect(toCents(-1e-12)).toEqual({ ok: true, cents: 0 });
  });

  it("brings back every whole cent that was written as dollars", () => {
    fc.assert(
      fc.property(cents, (n) => {
        expect(toCents(toAmount(n))).toEqual({ ok: true, cents: n });
      }),
    );
  });

  it("forgives float noise and nothing coarser", () => {
    const noise = fc.double({ min: -0.8e-6, max: 0.8e-6, noNaN: true });
    const tooFine = fc.double({ min: 2e-6, max: 0.5, noNaN: true });
    fc.assert(
      fc.property(cents, noise, (n, error) => {
        expect(toCents((n + error) / 100)).toEqual({ ok: true, cents: n });
      }),
    );
    fc.assert(
      fc.property(cents, tooFine, (n, error) => {
        expect(toCents((n + error) / 100).ok).toBe(false);
      }),
    );
  });

  it("answers an integer above the limit for any absurdly large finite sum", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e6, noNaN: true, noDefaultInfinity: true }), (amount) => {
        const answer = toCents(amount);
        if (!answer.ok) return;
        expect(Number.isSafeInteger(answer.cents)).toBe(true);
        expect(answer.cents).toBeGreaterThan(MAX_CENTS);
      }),
    );
    expect(toCents(Number.MAX_VALUE)).toEqual({ ok: true, cents: Number.MAX_SAFE_INTEGER });
    expect(toCents(-Number.MAX_VALUE)).toEqual({ ok: true, cents: -Number.MAX_SAFE_INTEGER });
  });
});

describe("toAmount", () => {
  it("writes dollars in JSON with two decimals at most", () => {
    expect(JSON.stringify([5769, 150_000, 1, 10, 0].map(toAmount))).toBe("[57.69,1500,0.01,0.1,0]");
    fc.assert(
      fc.property(cents, (n) => {
        expect(JSON.stringify(toAmount(n))).toMatch(/^-?\d+(\.\d{1,2})?$/);
      }),
    );
  });
});

describe("formatMoney", () => {
  it.each([
    [150_000, "$1,500.00"],
    [5769, "$57.69"],
    [-5, "-$0.05"],
    [0, "$0.00"],
    [99_999, "$999.99"],
    [MAX_CENTS, "$100,000.00"],
    [123_456_789, "$1,234,567.89"],
  ])("writes %d cents as %s", (n, expected) => {
    expect(formatMoney(n)).toBe(expected);
  });

  it("loses no cent: the text reads back as the sum", () => {
    fc.assert(
      fc.property(cents, (n) => {
        expect(Number(formatMoney(n).replace(/[$,.]/g, ""))).toBe(n);
      }),
    );
  });
});

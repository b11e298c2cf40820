import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { areOver, enrolmentEndedAt, LINKS_OUTLIVE_MS, linkState } from "./resume-link";
import { CHECKOUT_STATUSES, type CheckoutStatus } from "./states";

const NOW = new Date("2026-11-22T10:00:00Z");
const DAY = 86_400_000;
const ago = (days: number) => new Date(NOW.getTime() - days * DAY);

describe("a link of an enrolment that goes on", () => {
  const row = fc
    .tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 }))
    .map(([a, b]) => ({ lowestLink: Math.min(a, b), newestLink: Math.max(a, b), supersededLink: 0 }));

  it("opens it from the newest that was used up to the newest that was made, and no other", () => {
    fc.assert(
      fc.property(row, fc.integer({ min: -1, max: 60 }), (made, generation) => {
        const isMade = generation >= 1 && generation <= made.newestLink;
        const expected = isMade ? (generation >= made.lowestLink ? "opens" : "replaced") : null;
        expect(linkState(generation, made, null, NOW)).toBe(expected);
      }),
    );
  });

  it("opens nothing where it went to an address that was corrected, and the window that corrected it goes on", () => {
    const corrected = { newestLink: 4, lowestLink: 1, supersededLink: 3 };
    const states = [1, 2, 3, 4, 5].map((one) => linkState(one, corrected, null, NOW));
    expect(states).toEqual(["opens", "replaced", "replaced", "opens", null]);
  });

  it("once used leaves every newer one as it was", () => {
    fc.assert(
      fc.property(row, fc.nat(49), fc.nat(49), (made, a, b) => {
        const [used, newer] = [Math.min(a, b) + 1, Math.max(a, b) + 1];
        const after = { ...made, lowestLink: Math.max(made.lowestLink, used) };
        expect(linkState(newer, after, null, NOW)).toBe(linkState(newer, made, null, NOW));
      }),
    );
  });
});

describe("the links of an enrolment that has ended", () => {
  const made = { newestLink: 3, lowestLink: 2, supersededLink: 0 };

  it("are over after 90 days to the millisecond, all of them", () => {
    const endedAt = new Date(NOW.getTime() - LINKS_OUTLIVE_MS);
    const later = new Date(endedAt.getTime() + 1);
    expect([1, 2, 3, 4].map((one) => linkState(one, made, endedAt, NOW))).toEqual([
      "over",
      "over",
      "over",
      null,
    ]);
    expect([1, 2, 3, 4].map((one) => linkState(one, made, later, NOW))).toEqual([
      "replaced",
      "opens",
      "opens",
      null,
    ]);
    expect(areOver(null, NOW)).toBe(false);
  });
});

describe("when an enrolment ended", () => {
  const checkout = (checkoutStatus: CheckoutStatus, days: number, expiresAt: Date | null = null) => ({
    checkout: { checkoutStatus, updatedAt: ago(days), expiresAt },
    readAt: NOW,
  });

  it("is never without a checkout, and not while one is under way", () => {
    expect(enrolmentEndedAt(ago(500), null)).toBeNull();
    for (const status of ["Awaiting Direct Debit", "Awaiting Confirmation"] as const)
      expect(enrolmentEndedAt(ago(3), checkout(status, 2, ago(-1)))).toBeNull();
    expect(enrolmentEndedAt(ago(300), checkout("Payment Pending", 200))).toBeNull();
  });

  it("is when it was paid or signed", () => {
    for (const status of ["Confirmed", "Payment Processing"] as const)
      expect(enrolmentEndedAt(ago(9), checkout(status, 5, ago(4)))).toEqual(ago(5));
  });

  it("is when its checkout came to nothing, or when it was answered after that", () => {
    for (const status of ["Cancelled", "Payment Failed"] as const) {
      expect(enrolmentEndedAt(ago(9), checkout(status, 5))).toEqual(ago(5));
      expect(enrolmentEndedAt(ago(2), checkout(status, 5))).toEqual(ago(2));
    }
  });

  it("is when its time was over, whenever that is written down", () => {
    expect(enrolmentEndedAt(ago(9), checkout("Expired", 5, ago(6)))).toEqual(ago(6));
    expect(enrolmentEndedAt(ago(9), checkout("Awaiting Confirmation", 8, ago(6)))).toEqual(ago(6));
  });

  it("is never later than now", () => {
    const status = fc.constantFrom(...CHECKOUT_STATUSES);
    const days = fc.integer({ min: 0, max: 400 });
    fc.assert(
      fc.property(
        status,
        days,
        days,
        fc.integer({ min: -30, max: 400 }),
        (one, answered, updated, expires) => {
          // What has expired did so before now.
          const expiresAt = ago(one === "Expired" ? Math.abs(expires) : expires);
          const endedAt = enrolmentEndedAt(ago(answered), checkout(one, updated, expiresAt));
          expect(endedAt === null || endedAt <= NOW).toBe(true);
        },
      ),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { areOver, enrolmentEndedAt, LINKS_OUTLIVE_MS, linkState } from "./resume-link";
import { CHECKOUT_STATUSES, type CheckoutStatus } from "./states";

const NOW = new Date("2026-11-22T10:00:00Z");
const DAY = 86_400_000;
const ago = (days: number) => new Date(NOW.getTime() - days * DAY);

const made = (given: Partial<Parameters<typeof linkState>[1]> = {}) => ({
  ...{ newestLink: 4, lowestLink: 1, supersededLink: 0, finishingLink: null },
  ...given,
});
const states = (of: ReturnType<typeof made>, latest: Parameters<typeof linkState>[2] = null, now = NOW) =>
  [1, 2, 3, 4, 5].map((one) => linkState(one, of, latest, ago(1), now));
const latest = (checkoutStatus: CheckoutStatus, days = 0) => ({
  checkout: { checkoutStatus, updatedAt: ago(days), expiresAt: null },
  readAt: NOW,
});

describe("the links of an enrolment", () => {
  it("open it from the one in use only; newer ones wait for their button, older ones have ended", () => {
    expect(states(made({ lowestLink: 2 }))).toEqual(["replaced", "opens", "waits", "waits", null]);
    expect([0, -1].map((one) => linkState(one, made(), null, NOW, NOW))).toEqual([null, null]);
  });

  it("do not open where they went to an address that was corrected, and the window that corrected it goes on", () => {
    expect(states(made({ supersededLink: 3 }))).toEqual(["opens", "replaced", "replaced", "waits", null]);
  });

  it("open it by the one that paid or signed too, and while a payment has no outcome", () => {
    const of = made({ lowestLink: 3, finishingLink: 1 });
    for (const status of ["Confirmed", "Payment Processing", "Payment Pending"] as const)
      expect(states(of, latest(status)), status).toEqual(["opens", "replaced", "opens", "waits", null]);
    for (const status of ["Payment Failed", "Cancelled", "Awaiting Confirmation"] as const)
      expect(states(of, latest(status))[0], status).toBe("replaced");
  });

  it("are over after 90 days to the millisecond, all of them", () => {
    const of = made({ lowestLink: 2, finishingLink: 1 });
    const paid = latest("Payment Processing");
    const end = new Date(NOW.getTime() + LINKS_OUTLIVE_MS);
    expect(states(of, paid, end)).toEqual(["over", "over", "over", "over", null]);
    expect(states(of, paid, new Date(end.getTime() - 1))).toEqual(["opens", "opens", "waits", "waits", null]);
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

  it("is not while its plan is collected", () => {
    const signed = checkout("Confirmed", 200);
    for (const status of ["Active", "Paused", "On Hold"] as const)
      expect(enrolmentEndedAt(ago(300), { ...signed, plan: { status } })).toBeNull();
    for (const status of ["Completed", "Ended"] as const)
      expect(enrolmentEndedAt(ago(300), { ...signed, plan: { status } })).toEqual(ago(200));
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

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  awaitsCard,
  CHECKOUT_STATUSES,
  type CheckoutStatus,
  isReleased,
  PAYMENT_TYPES,
  TRANSITIONS,
} from "../domain/states";
import { endedSince, mayVisit, type Step, stepOf } from "./step";

type Standing = Parameters<typeof stepOf>[0];

const STEPS: Step[] = [
  "details",
  "pay",
  "card",
  "bank",
  "review",
  "checking",
  "done",
  "expired",
  "cancelled",
];
const T0 = new Date("2026-11-24T00:00:00Z");
const later = (ms: number) => new Date(T0.getTime() + ms);

interface Answers {
  hasDetails: boolean;
  paymentType: (typeof PAYMENT_TYPES)[number] | null;
  priceWhenChosen: number;
  price: number;
  /** Milliseconds after T0. */
  answeredAt: number;
  status: CheckoutStatus | null;
  endedAt: number;
}

const PAYING: Answers = {
  hasDetails: true,
  paymentType: "upfront_payment",
  priceWhenChosen: 150_000,
  price: 150_000,
  answeredAt: 0,
  status: null,
  endedAt: 1,
};

/** An enrolment as far as its step depends on it. */
function standing(changes: Partial<Answers> = {}): Standing {
  const { hasDetails, paymentType, priceWhenChosen, price, answeredAt, status, endedAt } = {
    ...PAYING,
    ...changes,
  };
  const checkout = { checkoutStatus: status, updatedAt: later(endedAt), expiresAt: later(endedAt) };
  return {
    enrolment: {
      firstName: hasDetails ? "Amelia" : null,
      paymentType,
      chosenPriceCents: paymentType && priceWhenChosen,
      updatedAt: later(answeredAt),
    },
    course: { priceCents: price },
    record: status && { checkout },
  } as Standing;
}

const answers: fc.Arbitrary<Answers> = fc.record({
  hasDetails: fc.boolean(),
  paymentType: fc.constantFrom(null, ...PAYMENT_TYPES),
  priceWhenChosen: fc.constantFrom(1, 150_000),
  price: fc.constantFrom(1, 150_000),
  answeredAt: fc.nat(3),
  status: fc.constantFrom(null, ...CHECKOUT_STATUSES),
  endedAt: fc.nat(3),
});

const LIVE = {
  "Awaiting Direct Debit": "bank",
  "Awaiting Confirmation": "review",
  "Payment Pending": "checking",
  Confirmed: "done",
  "Payment Processing": "done",
} as const satisfies Partial<Record<CheckoutStatus, Step>>;

describe("the step that comes next", () => {
  it("is always one that has a page, which may be visited", () => {
    fc.assert(
      fc.property(answers, (one) => {
        const step = stepOf(standing(one));
        expect(STEPS).toContain(step);
        expect(mayVisit(step, step, one.hasDetails)).toBe(true);
      }),
    );
  });

  it.each(Object.entries(LIVE) as [CheckoutStatus, Step][])(
    "is for a checkout that is %s the page %s, whatever was answered",
    (status, step) => {
      fc.assert(fc.property(answers, (one) => stepOf(standing({ ...one, status })) === step));
    },
  );

  it("is done for good: no checkout that leads there ever moves again", () => {
    const done = CHECKOUT_STATUSES.filter((status) => stepOf(standing({ status })) === "done");
    expect(done).toEqual(["Confirmed", "Payment Processing"]);
    for (const { from } of Object.values(TRANSITIONS))
      for (const status of done) expect(from).not.toContain(status);
  });

  it("never asks a student to pay whose checkout is live or completed, but for one that their choice withdraws", () => {
    fc.assert(
      fc.property(answers, (one) => {
        const asks = ["details", "pay", "card", "expired", "cancelled"].includes(stepOf(standing(one)));
        expect(asks).toBe(one.status === null || isReleased(one.status) || awaitsCard(one.status));
      }),
    );
  });

  it.each([
    ["nothing was answered", { hasDetails: false, paymentType: null }, "details"],
    ["who the student is was answered", { paymentType: null }, "pay"],
    ["a card was chosen", {}, "card"],
    ["a card was chosen at another price", { price: 160_000 }, "pay"],
    ["a plan was chosen, and no checkout came of it", { paymentType: PAYMENT_TYPES[1] }, "pay"],
    ["a card was declined", { status: "Payment Failed" }, "card"],
    ["a card was declined, and the price is another by now", { status: "Payment Failed", price: 1 }, "pay"],
    ["a plan expired", { status: "Expired", paymentType: PAYMENT_TYPES[1] }, "expired"],
    ["a plan was cancelled", { status: "Cancelled", paymentType: PAYMENT_TYPES[1] }, "cancelled"],
    ["a card was chosen after a plan expired", { status: "Expired", answeredAt: 2 }, "card"],
    ["a card was chosen in the moment a plan was cancelled", { status: "Cancelled", answeredAt: 1 }, "card"],
    [
      "details were changed after a plan was cancelled",
      { status: "Cancelled", paymentType: PAYMENT_TYPES[1], answeredAt: 2 },
      "pay",
    ],
  ] as const)("when %s", (_, changes, step) => {
    expect(stepOf(standing(changes as Partial<Answers>))).toBe(step);
  });
});

describe("a checkout that came to nothing since the last answer", () => {
  it("is one that is released, and later than the answer", () => {
    fc.assert(
      fc.property(answers, (one) => {
        const came = one.status !== null && isReleased(one.status) && one.endedAt > one.answeredAt;
        expect(endedSince(standing(one))).toBe(came);
      }),
    );
  });

  it("lapsed when its time was over, whenever that was written down", () => {
    const lapsed = standing({ status: "Expired", endedAt: 1, answeredAt: 2 });
    lapsed.record!.checkout.updatedAt = later(3);
    expect(endedSince(lapsed)).toBe(false);
  });
});

describe("a page", () => {
  const visitable = (at: Step, hasDetails = true) => STEPS.filter((page) => mayVisit(page, at, hasDetails));

  it.each([
    ["details", ["details", "pay"]],
    ["pay", ["details", "pay"]],
    ["card", ["details", "pay", "card"]],
    ["bank", ["details", "pay", "bank"]],
    ["review", ["details", "pay", "review"]],
    ["expired", ["details", "pay", "expired"]],
    ["cancelled", ["details", "pay", "cancelled"]],
    ["checking", ["checking"]],
    ["done", ["done"]],
  ] as [Step, Step[]][])("can be seen at the step %s, if it is one of %j", (at, pages) => {
    expect(visitable(at)).toEqual(pages);
  });

  it("about paying cannot be seen before the student is known", () => {
    expect(visitable("details", false)).toEqual(["details"]);
  });
});

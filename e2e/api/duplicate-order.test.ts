import { describe, expect, it } from "vitest";
import type { Answer } from "../support/answer";
import { expectProblem, newCaller } from "../support/api";
import { type Body, cardToken, daysAhead, merge, orderId } from "../support/bodies";
import { heldPayment, IN_STATUS } from "../support/scenes";

const NEUTRAL = "Your provider needs to check this order. You have not been charged for this request.";
const LIVE = [
  "Awaiting Direct Debit",
  "Awaiting Confirmation",
  "Confirmed",
  "Payment Pending",
  "Payment Processing",
] as const;
/** What the student of the same request reads. */
const SAYS: Partial<Record<(typeof LIVE)[number], string>> = {
  "Awaiting Direct Debit": "Continue where you stopped.",
  Confirmed: "already confirmed",
  "Payment Pending": "Do not pay again.",
  "Payment Processing": "already paid. You do not need to pay again.",
};
const OTHER_STUDENT = { student: { first_name: "Bao", last_name: "Tran", email: "bao@example.com" } };

function expectNeutral(answer: Answer, differences: string[]): void {
  expectProblem(answer, 409, "duplicate_order");
  expect(answer.body).toMatchObject({
    user_message: NEUTRAL,
    same_request: false,
    differences,
    next_action: null,
  });
  expect(answer.headers.has("retry-after")).toBe(false);
  for (const secret of ["dds_", "amelia", "Nguyen", "Bookkeeping"]) expect(answer.text).not.toContain(secret);
}

/** A token of its own: the card is no part of the request. */
const again = (body: Body, changes: Body = {}) =>
  merge(merge(body, body.card_payment ? { card_payment: { token: cardToken() } } : {}), changes);

describe("an order number that comes again", () => {
  async function begun(status: (typeof LIVE)[number]) {
    const { provider, client } = await newCaller();
    return { client, ...(await IN_STATUS[status](client, provider)) };
  }

  it.each(LIVE)("tells another student nothing of a checkout that is %s", async (status) => {
    const { client, body } = await begun(status);
    for (const answer of [
      await client.create(again(body, OTHER_STUDENT)),
      await client.createOnce(orderId(), again(body, OTHER_STUDENT)),
      await client.post("/api/provider-checkout", again(body, OTHER_STUDENT)),
    ])
      expectNeutral(answer, ["/student/email"]);
  });

  it.each(LIVE)("is the same request with another card, name or metadata, at %s", async (status) => {
    const { client, body } = await begun(status);
    const student = { first_name: "Amélie", email: body.student.email.toUpperCase() };
    const answer = await client.create(again(body, { student, metadata: { intake: "2027" } }));
    expectProblem(answer, 409, "duplicate_order");
    expect(answer.body).toMatchObject({ checkout_status: status, same_request: true });
    expect(answer.body).not.toHaveProperty("differences");
    expect(answer.body.user_message).toContain(SAYS[status] ?? "");
    expect(answer.body.user_message).not.toBe(NEUTRAL);
    expect(answer.body.next_action.type).toEqual(expect.any(String));
  });

  it("names each member that differs: course, prices and plan", async () => {
    const { client, body } = await begun("Awaiting Direct Debit");
    const course = { course: { course_name: "Diploma of Accounting" } };
    const deposit = { pricing: { course_price: 1600 } };
    const plan = { plan: { number_of_instalments: 15, instalment_amount: 100 } };
    expectNeutral(await client.create(again(body, course)), ["/course/course_name"]);
    expectNeutral(await client.create(again(body, deposit)), [
      "/pricing/course_price",
      "/pricing/upfront_payment",
    ]);
    expectNeutral(await client.create(again(body, plan)), [
      "/plan/number_of_instalments",
      "/plan/instalment_amount",
    ]);
    const monthly = { plan: { payment_frequency: "Monthly", first_payment_date: daysAhead(15) } };
    expectNeutral(await client.create(again(body, monthly)), [
      "/plan/payment_frequency",
      "/plan/first_payment_date",
    ]);
  });

  it("is the same card payment a day later: its date moves no money", async () => {
    const { client, body } = await begun("Payment Processing");
    const answer = await client.create(again(body, { plan: { first_payment_date: daysAhead(1) } }));
    expect(answer.body).toMatchObject({ same_request: true, next_action: { type: "none" } });
    expect(answer.body.user_message).toContain("already paid");
  });

  it("tells another student nothing of a payment that is under way with the same key", async () => {
    const { provider, client } = await newCaller();
    const { key, body } = await heldPayment(client, provider);
    const other = await client.createOnce(key, again(body, OTHER_STUDENT));
    expectProblem(other, 409, "idempotency_in_progress");
    expect(other.body.user_message).toBe(NEUTRAL);
    const same = await client.createOnce(key, again(body));
    expectProblem(same, 409, "idempotency_in_progress");
    expect(same.body.user_message).toContain("Do not pay again");
  });
});

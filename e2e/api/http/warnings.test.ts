import { describe, expect, it } from "vitest";
import { expectProblem, newCaller } from "../../support/api";
import { cardToken, payNowBody, planBody } from "../../support/bodies";
import { DOORS } from "../../support/stack";

const pointers = (body: { warnings?: { pointer: string }[] }) =>
  (body.warnings ?? []).map(({ pointer }) => pointer);

describe.each(DOORS)("unknown members, through the %s entry point", (door) => {
  const setting = () => newCaller(door);

  it("in card_payment are listed, also with a decline", async () => {
    const { provider, client } = await setting();
    const extra = { holder: "A Nguyen" };
    const paid = await client.create(payNowBody(provider, { card_payment: extra }));
    expect(pointers(paid.body)).toEqual(["/card_payment/holder"]);
    expect(paid.body.warnings[0].message).toMatch(/ignored/);
    const token = cardToken("declined_generic_decline");
    const declined = await client.create(payNowBody(provider, { card_payment: { ...extra, token } }));
    expectProblem(declined, 402, "card_declined");
    expect(pointers(declined.body)).toEqual(["/card_payment/holder"]);
  });

  it("are not repeated where their name could be a card number", async () => {
    const { provider, client } = await setting();
    const answer = await client.create(
      planBody(provider, { "4242 4242 4242 4242": 1, student: { x4242424242424242: 1 } }),
    );
    expect(answer.status).toBe(201);
    expect(answer.body.warnings).toHaveLength(2);
    expect(answer.text).not.toMatch(/4242 ?4242/);
  });
});

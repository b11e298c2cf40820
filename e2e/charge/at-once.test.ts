import { describe, expect, it } from "vitest";
import { api, expectProblem } from "../support/api";
import { cardToken, merge, payNowBody, planBody } from "../support/bodies";
import {
  chargedFor,
  checkoutIdOf,
  checkoutsFor,
  eventsOf,
  expectOneWinner,
  expectReplay,
} from "../support/charges";
import { makeProvider } from "../support/provider";
import { DOORS } from "../support/stack";

const TWELVE = Array.from({ length: 12 }, (_, index) => index);

describe.each(DOORS)("twelve creates at once through the %s entry point", (door) => {
  it("with one Idempotency-Key charge once, and then replay that answer", async () => {
    const provider = await makeProvider();
    const client = api(door, provider.key);
    const body = payNowBody(provider);
    const answers = await Promise.all(TWELVE.map(() => client.createOnce("one-and-the-same", body)));
    const winner = expectOneWinner(answers);
    expect(await chargedFor(client, body)).toEqual([1500]);
    expect(await checkoutsFor(client, body)).toHaveLength(1);
    expect(await eventsOf(checkoutIdOf(winner))).toEqual(["checkout.created", "card_payment.succeeded"]);
    expectReplay(await client.createOnce("one-and-the-same", body), winner);
    expect(await chargedFor(client, body)).toEqual([1500]);
  });

  it("without a key charge once: the others hear of the order that is taken", async () => {
    const provider = await makeProvider();
    const client = api(door, provider.key);
    const body = payNowBody(provider);
    const answers = await Promise.all(TWELVE.map(() => client.create(body)));
    const [winner, ...more] = answers.filter((answer) => answer.status === 201);
    expect(more).toEqual([]);
    for (const answer of answers.filter((one) => one !== winner)) {
      expectProblem(answer, 409, "duplicate_order");
      expect(answer.body.checkout_id).toBe(checkoutIdOf(winner!));
      expect(answer.body.next_action.type).toMatch(/^(wait|none)$/);
      if (answer.body.next_action.type === "wait") expect(answer.headers.has("retry-after")).toBe(true);
    }
    expect(await chargedFor(client, body)).toEqual([1500]);
  });

  it("with a token each and one key for the same order charge once", async () => {
    const provider = await makeProvider();
    const client = api(door, provider.key);
    const body = payNowBody(provider);
    const bodies = TWELVE.map(() => merge(body, { card_payment: { token: cardToken() } }));
    const answers = await Promise.all(bodies.map((one) => client.createOnce("one-key", one)));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    for (const answer of answers.filter((one) => one.status !== 201)) {
      if (answer.status === 409) expectProblem(answer, 409, "idempotency_in_progress");
      else expectProblem(answer, 422, "idempotency_key_reused");
      expect(answer.body.checkout_id).toMatch(/^chk_/);
    }
    expect(await chargedFor(client, body)).toEqual([1500]);
  });

  it("of one plan make one checkout, one contact and one authority", async () => {
    const provider = await makeProvider();
    const client = api(door, provider.key);
    const body = planBody(provider);
    const answers = await Promise.all(TWELVE.map(() => client.createOnce("plan", body)));
    const winner = expectOneWinner(answers);
    expect(answers.every((answer) => answer.status === 201)).toBe(true);
    expect(await checkoutsFor(client, body)).toHaveLength(1);
    expect(await eventsOf(checkoutIdOf(winner))).toEqual(["checkout.created"]);
  });
});

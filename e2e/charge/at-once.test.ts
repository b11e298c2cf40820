import { describe, expect, it } from "vitest";
import { newCaller } from "../support/api";
import { payNowBody, planBody } from "../support/bodies";
import {
  chargedFor,
  checkoutIdOf,
  checkoutsFor,
  eventsOf,
  expectOneWinner,
  expectReplay,
} from "../support/charges";
import { DOORS } from "../support/stack";

const TWELVE = Array.from({ length: 12 }, (_, index) => index);

describe.each(DOORS)("twelve creates at once through the %s entry point", (door) => {
  it("with one Idempotency-Key charge once, and then replay that answer", async () => {
    const { provider, client } = await newCaller(door);
    const body = payNowBody(provider);
    const answers = await Promise.all(TWELVE.map(() => client.createOnce("one-and-the-same", body)));
    const winner = expectOneWinner(answers);
    expect(await chargedFor(client, body)).toEqual([1500]);
    expect(await checkoutsFor(client, body)).toHaveLength(1);
    expect(await eventsOf(checkoutIdOf(winner))).toEqual(["checkout.created", "card_payment.succeeded"]);
    expectReplay(await client.createOnce("one-and-the-same", body), winner);
    expect(await chargedFor(client, body)).toEqual([1500]);
  });

  it("of one plan make one checkout, one contact and one authority", async () => {
    const { provider, client } = await newCaller(door);
    const body = planBody(provider);
    const answers = await Promise.all(TWELVE.map(() => client.createOnce("plan", body)));
    const winner = expectOneWinner(answers);
    expect(answers.every((answer) => answer.status === 201)).toBe(true);
    expect(await checkoutsFor(client, body)).toHaveLength(1);
    expect(await eventsOf(checkoutIdOf(winner))).toEqual(["checkout.created"]);
  });
});

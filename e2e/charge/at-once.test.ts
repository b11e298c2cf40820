import { describe, expect, it } from "vitest";
import type { Answer } from "../support/answer";
import { type Api, api, expectProblem } from "../support/api";
import { type Body, cardToken, merge, orderId, payNowBody, planBody } from "../support/bodies";
import { chargedFor, checkoutIdOf, checkoutsFor, eventsOf, expectReplay } from "../support/charges";
import { makeProvider } from "../support/provider";
import { DOORS } from "../support/stack";

const FORTY = Array.from({ length: 40 }, (_, index) => index);

/** Exactly one answer is the first; the rest replay it or say that it is under way. */
function expectOneWinner(answers: Answer[]): Answer {
  const [winner, ...more] = answers.filter(
    (answer) => answer.status === 201 && answer.headers.get("idempotent-replayed") === null,
  );
  expect(more).toEqual([]);
  for (const answer of answers) {
    if (answer === winner) continue;
    if (answer.status === 201) expectReplay(answer, winner!);
    else {
      expectProblem(answer, 409, "idempotency_in_progress");
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
  }
  return winner!;
}

describe.each(DOORS)("40 creates at once through the %s door", (door) => {
  it("with one Idempotency-Key charge once, and then replay that answer", async () => {
    const provider = await makeProvider();
    const client = api(door, provider.key);
    const body = payNowBody(provider);
    const answers = await Promise.all(FORTY.map(() => client.createOnce("one-and-the-same", body)));
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
    const answers = await Promise.all(FORTY.map(() => client.create(body)));
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
    const bodies = FORTY.map(() => merge(body, { card_payment: { token: cardToken() } }));
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
    const answers = await Promise.all(FORTY.map(() => client.createOnce("plan", body)));
    const winner = expectOneWinner(answers);
    expect(answers.every((answer) => answer.status === 201)).toBe(true);
    expect(await checkoutsFor(client, body)).toHaveLength(1);
    expect(await eventsOf(checkoutIdOf(winner))).toEqual(["checkout.created"]);
  });
});

describe("at once through both doors, which are two processes", () => {
  const both = (key: string): Api[] => DOORS.map((door) => api(door, key));
  const spread = (clients: Api[], work: (client: Api, index: number) => Promise<Answer>) =>
    Promise.all(FORTY.map((index) => work(clients[index % clients.length]!, index)));

  it("40 identical creates charge once", async () => {
    const provider = await makeProvider();
    const clients = both(provider.key);
    const body = payNowBody(provider);
    const answers = await spread(clients, (client) => client.createOnce("spread", body));
    const ours = answers.filter((answer) => answer.status === 201);
    expect(ours.filter((answer) => answer.headers.get("idempotent-replayed") === null)).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === 201) expect(answer.text).toBe(ours[0]!.text);
      else expectProblem(answer, 409, "idempotency_in_progress");
    }
    for (const client of clients) expect(await chargedFor(client, body)).toEqual([1500]);
  });

  it("creates that keep arriving while the first is finishing never hear of another body", async () => {
    const provider = await makeProvider();
    const clients = both(provider.key);
    for (let round = 0; round < 6; round++) {
      const body = payNowBody(provider);
      const answers = await spread(clients, async (client, index) => {
        await new Promise((resolve) => setTimeout(resolve, index * 2));
        return client.createOnce(`round ${round}`, body);
      });
      expectOneWinner(answers);
      expect(await chargedFor(clients[0]!, body)).toEqual([1500]);
    }
  });

  it("40 identical creates with a card that is declined hear the same decline", async () => {
    const provider = await makeProvider();
    const clients = both(provider.key);
    for (let round = 0; round < 4; round++) {
      const body = payNowBody(provider, { card_payment: { token: cardToken("declined_lost_card") } });
      const answers = await spread(clients, async (client, index) => {
        await new Promise((resolve) => setTimeout(resolve, index * 2));
        return client.createOnce(`declined ${round}`, body);
      });
      const declines = answers.filter((answer) => answer.status === 402);
      expect(declines.filter((answer) => answer.headers.get("idempotent-replayed") === null)).toHaveLength(1);
      for (const answer of answers) {
        if (answer.status === 402) expect(answer.text).toBe(declines[0]!.text);
        else expectProblem(answer, 409, "idempotency_in_progress");
      }
      expect(await checkoutsFor(clients[0]!, body)).toHaveLength(1);
    }
  });

  it("one order under a key each is charged once; the others hear of the order", async () => {
    const provider = await makeProvider();
    const clients = both(provider.key);
    const body = payNowBody(provider);
    const answers = await spread(clients, (client, index) =>
      client.createOnce(`key ${index}`, merge(body, { card_payment: { token: cardToken() } })),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    for (const answer of answers.filter((one) => one.status !== 201))
      expectProblem(answer, 409, "duplicate_order");
    expect(await chargedFor(clients[0]!, body)).toEqual([1500]);
  });

  it("one token for many orders pays one of them, and leaves the others free", async () => {
    const provider = await makeProvider();
    const clients = both(provider.key);
    const token = cardToken();
    const bodies: Body[] = [];
    const answers = await spread(clients, (client, index) => {
      const body = payNowBody(provider, {
        provider: { provider_order_id: orderId() },
        card_payment: { token },
      });
      bodies[index] = body;
      return client.createOnce(body.provider.provider_order_id, body);
    });
    const paid = answers.filter((answer) => answer.status === 201);
    expect(paid).toHaveLength(1);
    for (const answer of answers.filter((one) => one !== paid[0])) {
      expectProblem(answer, 422, "validation_failed");
      expect(answer.body.errors).toMatchObject([
        { pointer: "/card_payment/token", code: "token_already_used" },
      ]);
    }
    const loser = bodies[answers.findIndex((answer) => answer.status !== 201)]!;
    const again = merge(loser, { card_payment: { token: cardToken("amex") } });
    expect((await clients[1]!.createOnce(loser.provider.provider_order_id, again)).status).toBe(201);
    expect(await chargedFor(clients[0]!, loser)).toEqual([1500]);
  });

  it("a cancel and a create for the same order never leave two live checkouts", async () => {
    const provider = await makeProvider();
    const [one, other] = both(provider.key) as [Api, Api];
    const body = planBody(provider);
    const first = await one.create(body);
    const [cancelled, ...created] = await Promise.all([
      one.cancel(checkoutIdOf(first)),
      ...FORTY.map(() => other.create(body)),
    ]);
    expect(cancelled.status).toBe(200);
    const live = (await checkoutsFor(one, body)).filter((found) => found.checkout_status !== "Cancelled");
    expect(live.length).toBe(created.filter((answer) => answer.status === 201).length);
    expect(live.length).toBeLessThanOrEqual(1);
  });
});

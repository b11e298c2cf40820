import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { provider as providerTable } from "../../drizzle/schema";
import type { Answer } from "../support/answer";
import { Api, api, expectFieldError, expectProblem } from "../support/api";
import { type Body, cardToken, confirmBody, merge, orderId, payNowBody, planBody } from "../support/bodies";
import {
  agreementsOf,
  chargedFor,
  eventsOf,
  expectFresh,
  expectOneWinner,
  expectReplay,
} from "../support/charges";
import { onOneDay } from "../support/moments";
import { database, makeProvider, type TestProvider } from "../support/provider";
import { authorisedPlan } from "../support/scenes";
import { DOORS, type RunningProcess, settingsOf, startServer } from "../support/stack";

/** Beside the server that tests share, over the same database: the two know nothing of each other. */
let second: RunningProcess;
beforeAll(async () => {
  const { databaseUrl, appKeys, jobsSecret } = inject("stack");
  second = await startServer("server", {
    ...settingsOf(databaseUrl, appKeys, jobsSecret),
    TICK_SECONDS: "0",
  });
});
afterAll(() => second.stop());

const TWELVE = Array.from({ length: 12 }, (_, index) => index);
const both = ({ key }: TestProvider): [Api, Api] => [api(DOORS[0]!, key), new Api(second.url, key)];
const spread = (clients: Api[], work: (client: Api, index: number) => Promise<Answer>) =>
  Promise.all(TWELVE.map((index) => work(clients[index % clients.length]!, index)));
/** Four at once, each followed by another as soon as it is answered, and a last one when all were. */
async function following(clients: Api[], work: (client: Api) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  const lanes = TWELVE.slice(0, 4).map(async (lane) => {
    for (let turn = 0; turn < 3; turn++) answers.push(await work(clients[(lane + turn) % clients.length]!));
  });
  await Promise.all(lanes);
  return [...answers, await work(clients[0]!)];
}

describe("creates at once through two processes", () => {
  it("identical ones that keep arriving while the first is finishing charge once, and never hear of another body", async () => {
    const provider = await makeProvider();
    const clients = both(provider);
    for (let round = 0; round < 4; round++) {
      const body = payNowBody(provider);
      const send = (client: Api) => client.createOnce(`round ${round}`, body);
      const answers = await (round === 0 ? spread : following)(clients, send);
      expectOneWinner(answers);
      for (const client of clients) expect(await chargedFor(client, body)).toEqual([1500]);
    }
  });

  it("one token for many orders pays one of them, and leaves the others free", async () => {
    const provider = await makeProvider();
    const clients = both(provider);
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
    expect((await clients[1].createOnce(loser.provider.provider_order_id, again)).status).toBe(201);
    expect(await chargedFor(clients[0], loser)).toEqual([1500]);
  });
});

describe("a plan's checkout at once through two processes", () => {
  const AUTHORISED = ["checkout.created", "direct_debit.authorised"];
  const SIX = TWELVE.slice(0, 6);

  async function ready() {
    const provider = await makeProvider();
    const [one, other] = both(provider);
    const { id, answer } = await authorisedPlan(one, provider);
    return { one, other, id, body: confirmBody(answer.body) };
  }

  it("six confirms sign one agreement, and all hear of it", async () => {
    const { one, other, id, body } = await ready();
    const answers = await Promise.all(SIX.map((index) => (index % 2 ? one : other).confirm(id, body)));
    for (const answer of answers) {
      expect(answer.status, answer.text).toBe(200);
      const { url: _, ...signed } = answers[0]!.body.agreement;
      expect(answer.body.agreement).toMatchObject(signed);
    }
    expect(await agreementsOf(id)).toHaveLength(1);
    expect(await eventsOf(id)).toEqual([...AUTHORISED, "payment_plan.signed", "agreement.ready"]);
  });

  it("confirm and cancel: one of them wins, and everything says which", async () => {
    for (const cancel of ["before", "at once", "at once", "after"]) {
      const { one, other, id, body } = await ready();
      const earlier = cancel === "before" ? await other.cancel(id) : undefined;
      const confirm = one.confirm(id, body);
      if (cancel === "after") await confirm;
      const [cancelled, confirmed] = await Promise.all([earlier ?? other.cancel(id), confirm]);
      const status = await one.status(id);
      if (cancel === "before") expect(cancelled.status).toBe(200);
      if (cancel === "after") expect(confirmed.status).toBe(200);
      if (cancelled.status === 200) {
        expectProblem(confirmed, 410, "checkout_cancelled");
        expect(status.body).toMatchObject({ checkout_status: "Cancelled", agreement: null });
        expect(await agreementsOf(id)).toHaveLength(0);
        expect(await eventsOf(id)).toEqual([...AUTHORISED, "checkout.cancelled"]);
      } else {
        expectProblem(cancelled, 409, "cancel_not_applicable");
        expect(confirmed.status).toBe(200);
        expect(status.body).toMatchObject({ checkout_status: "Confirmed" });
        expect(await agreementsOf(id)).toHaveLength(1);
        expect(await eventsOf(id)).toEqual([...AUTHORISED, "payment_plan.signed", "agreement.ready"]);
      }
    }
  });
});

describe("rules that need the clock", () => {
  it("are not applied to a replay", () =>
    onOneDay("Pacific/Pago_Pago", async (today) => {
      const provider = await makeProvider({ timeZone: "Pacific/Pago_Pago" });
      const [before, after] = both(provider);
      const body = planBody(provider, { plan: { first_payment_date: today } });
      const first = await before.createOnce("dated", body);
      expectFresh(first, 201);

      // Where the day is a day ahead, the same date is in the past. The other process has not met the provider yet.
      await database()
        .update(providerTable)
        .set({ timeZone: "Pacific/Kiritimati" })
        .where(eq(providerTable.id, provider.id));
      expectReplay(await after.createOnce("dated", body), first);
      const late = merge(body, { provider: { provider_order_id: orderId() } });
      const refused = await after.createOnce("other key", late);
      expectFieldError(refused, "/plan/first_payment_date", "date_too_early");
      expectProblem(await after.createOnce("dated", late), 422, "idempotency_key_reused");
    }));
});

import { asc, count, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { chargeAttempt, checkout, dda, event, idempotencyKey, opportunity } from "../../drizzle/schema";
import { settle } from "../../lib/checkout/settle";
import { findCheckout } from "../../lib/db/checkouts";
import type { Db } from "../../lib/db/client";
import { admitSubmission } from "../../lib/db/setup";
import type { Id } from "../../lib/domain/ids";
import type { Answer } from "../support/answer";
import { checkoutIdOf, ok } from "../support/answer";
import { type Body, cardToken, confirmBody, merge, orderId, payNowBody, planBody } from "../support/bodies";
import { Api } from "../support/client";
import { makeDatabase } from "../support/database";
import { settingsOver } from "../support/fresh";
import { type Here, serveHere } from "../support/here";
import { until } from "../support/poll";
import { database, makeProvider, type TestProvider } from "../support/provider";

/**
 * Two writes of which the first is done and not committed when the second begins: what the second sees is from before,
 * and only the lock that it comes to tells. Whether the first is committed then or not, the second is all or nothing.
 */
let databaseUrl: string;
let here: Here;
/** Its operations work in whatever transaction a test has begun. */
let first: Here;
let provider: TestProvider;
let client: Api;

beforeAll(async () => {
  databaseUrl = await makeDatabase(inject("cluster"));
  const settings = settingsOver(databaseUrl);
  [here, first] = [await serveHere(settings), await serveHere(settings)];
  provider = await makeProvider({}, db());
  client = new Api(here.url, provider.key);
});
afterAll(() => Promise.all([here.stop(), first.stop()]));

const db = () => database(databaseUrl);

const isWaiting = async () =>
  (
    await db().execute(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  ).length > 0;

const UNDONE = new Error("to be rolled back");

/** Does the first, begins the second, and ends the first once the second waits for it. */
async function meet<T>(
  end: "commit" | "rollback",
  doFirst: (client: Api, tx: Db) => Promise<unknown>,
  doSecond: () => Promise<T>,
): Promise<T> {
  let second: Promise<T> | undefined;
  const usual = first.deps.db;
  await usual
    .transaction(async (tx) => {
      first.deps.db = tx as unknown as Db;
      await doFirst(new Api(first.url, provider.key), first.deps.db);
      second = doSecond();
      await until("the second waits", isWaiting);
      if (end === "rollback") throw UNDONE;
    })
    .catch((error) => {
      if (error !== UNDONE) throw error;
    })
    .finally(() => {
      first.deps.db = usual;
    });
  return second!;
}

const idOf = (answer: Answer) => checkoutIdOf(answer);
const orderOf = (body: Body) => body.provider.provider_order_id as string;
const payNow = (changes: Body = {}) =>
  merge(payNowBody(provider), merge({ card_payment: { token: cardToken() } }, changes));

/** What is there of an order: checkouts, events, attempts and keys. */
async function thereOf(body: Body) {
  const ofOrder = eq(checkout.providerOrderId, orderOf(body));
  const rows = await db().select().from(checkout).where(ofOrder).orderBy(asc(checkout.id));
  const ids = rows.map(({ id }) => id);
  const of = async (
    table: typeof event | typeof chargeAttempt | typeof idempotencyKey | typeof opportunity,
  ) => {
    const [row] = await db()
      .select({ n: count() })
      .from(table)
      .where(sql`${table.checkoutId} in (select id from ${checkout} where ${ofOrder})`);
    return row!.n;
  };
  return {
    statuses: rows.map((row) => row.checkoutStatus),
    ids,
    events: await of(event),
    attempts: await of(chargeAttempt),
    keys: await of(idempotencyKey),
    opportunities: await of(opportunity),
  };
}

const keysNamed = async (key: string) =>
  (
    await db()
      .select({ id: idempotencyKey.checkoutId })
      .from(idempotencyKey)
      .where(eq(idempotencyKey.key, key))
  ).map(({ id }) => id);

describe.each(["commit", "rollback"] as const)("after a %s, a create", (end) => {
  const bodies = { plan: () => planBody(provider), "by card": () => payNow() };

  it.each(Object.entries(bodies))("of the same order by another key: %s", async (_, bodyOf) => {
    const body = bodyOf();
    const [one, other] = [orderId(), orderId()];
    const answer = await meet(
      end,
      (held) => held.createOnce(one, planBody(provider, { provider: { provider_order_id: orderOf(body) } })),
      () => client.createOnce(other, body),
    );
    expect(answer.status).toBe(end === "commit" ? 409 : 201);
    expect((await thereOf(body)).ids).toHaveLength(1);
    // A refused create leaves its key free.
    const again = await client.createOnce(other, end === "commit" ? bodyOf() : body);
    expect(again.status).toBe(201);
    expect(again.headers.has("idempotent-replayed")).toBe(end === "rollback");
  });

  it.each(Object.entries(bodies))("of another order by the same key: %s", async (_, bodyOf) => {
    const [body, earlier] = [bodyOf(), planBody(provider)];
    const key = orderId();
    const answer = await meet(
      end,
      (held) => held.createOnce(key, earlier),
      () => client.createOnce(key, body),
    );
    expect(answer.status).toBe(end === "commit" ? 422 : 201);
    const there = await thereOf(body);
    const [keyOf] = await keysNamed(key);
    if (end === "commit") {
      expect(there).toEqual({ statuses: [], ids: [], events: 0, attempts: 0, keys: 0, opportunities: 0 });
      expect([keyOf]).toEqual((await thereOf(earlier)).ids);
    } else {
      expect([keyOf]).toEqual(there.ids);
      expect((await thereOf(earlier)).ids).toEqual([]);
    }
  });

  it("of the same order and key gets the same answer, or is the first", async () => {
    const body = planBody(provider);
    const key = orderId();
    let earlier: Answer | undefined;
    const answer = await meet(
      end,
      async (held) => (earlier = await held.createOnce(key, body)),
      () => client.createOnce(key, body),
    );
    expect(answer.status).toBe(201);
    expect(idOf(answer) === idOf(earlier!)).toBe(end === "commit");
    expect(await thereOf(body)).toMatchObject({ statuses: ["Awaiting Direct Debit"], events: 1, keys: 1 });
  });

  it("by a key that it takes over leaves the response that the key has, where it loses the order", async () => {
    const key = orderId();
    const declined = payNow({ card_payment: { token: cardToken("declined_lost_card") } });
    expect((await client.createOnce(key, declined)).status).toBe(402);
    const order = orderId();
    const later = planBody(provider, { provider: { provider_order_id: order } });
    const answer = await meet(
      end,
      (held) => held.create(planBody(provider, { provider: { provider_order_id: order } })),
      () => client.createOnce(key, later),
    );
    expect(answer.status).toBe(end === "commit" ? 409 : 201);
    if (end === "commit") expect((await client.createOnce(key, declined)).status).toBe(402);
  });

  // The gateway remembers a decline that the records have lost, so it is told once more before another card is charged.
  it("by card, of an order that was declined since it counted, takes the next number where the decline is recorded", async () => {
    const body = payNow({ card_payment: { token: cardToken("declined_lost_card") } });
    const answer = await meet(
      end,
      (held) => held.create(body),
      () => client.createOnce(orderId(), merge(body, { card_payment: { token: cardToken() } })),
    );
    expect(answer.status).toBe(end === "commit" ? 201 : 402);
    const numbers = await db()
      .select({ n: chargeAttempt.callNumber })
      .from(chargeAttempt)
      .where(eq(chargeAttempt.providerOrderId, orderOf(body)));
    expect(numbers.map(({ n }) => n).sort()).toEqual(end === "commit" ? [1, 2] : [1]);
  });

  it("for a person whose name another one has just written", async () => {
    const email = `${orderId()}@example.com`;
    const [one, other] = ["Ada", "Bea"].map((first_name) =>
      planBody(provider, { student: { first_name, email } }),
    );
    expect(
      (
        await meet(
          end,
          (held) => held.create(one!),
          () => client.create(other!),
        )
      ).status,
    ).toBe(201);
    expect(await thereOf(other!)).toMatchObject({ events: 1, opportunities: 1 });
  });
});

describe.each(["commit", "rollback"] as const)("after a %s of another change", (end) => {
  async function plan() {
    const body = planBody(provider);
    const created = await client.create(body);
    return { body, created: created.body, id: idOf(created) };
  }

  it("a confirm moves all or nothing", async () => {
    const { body, created, id } = await plan();
    ok(await client.authorise(id));
    const answer = await meet(
      end,
      (held) => held.cancel(id),
      () => client.confirm(id, confirmBody(created)),
    );
    expect(answer.status).toBe(end === "commit" ? 410 : 200);
    expect(await thereOf(body)).toMatchObject({
      statuses: [end === "commit" ? "Cancelled" : "Confirmed"],
      // A signed plan's document is made before the response.
      events: end === "commit" ? 3 : 4,
    });
  });

  it("an authorisation moves, whatever was counted in its authority meanwhile", async () => {
    const { body, id } = await plan();
    const [authority] = await db().select().from(dda).where(eq(dda.checkoutId, id));
    const answer = await meet(
      end,
      (_, tx) => admitSubmission(tx, provider.id, authority!.id, new Date()),
      () => client.authorise(id),
    );
    expect(answer.status).toBe(200);
    expect(await thereOf(body)).toMatchObject({ statuses: ["Awaiting Confirmation"], events: 2 });
    const [after] = await db().select().from(dda).where(eq(dda.checkoutId, id));
    expect(after).toMatchObject({
      status: "Authorised",
      submittedAt: end === "commit" ? [expect.any(Date)] : [],
    });
  });

  it.each(["declined", "closed", "succeeded"] as const)(
    "a charge that is %s is settled once, after it was unknown",
    async (status) => {
      const body = payNow();
      // The gateway of this one never says what became of a charge, and its answer is not recorded.
      const { gateway } = here.deps;
      await new Promise<void>((asked) => {
        const charge = () => {
          asked();
          return new Promise<never>(() => {});
        };
        here.deps.gateway = { ...gateway, charge };
        void client.create(body).catch(() => {});
      }).finally(() => {
        here.deps.gateway = gateway;
      });
      const [id] = (await thereOf(body)).ids as [Id<"chk">];
      const record = (await findCheckout(db(), provider.id, id))!;
      const outcome = {
        declined: { status: "declined", declineCode: "lost_card" },
        closed: { status: "closed" },
        succeeded: { status: "succeeded", card: { scheme: "visa", lastFour: "4242" }, receiptNumber: "R1" },
      } as const;
      await meet(
        end,
        (_, tx) => settle({ ...here.deps, db: tx }, record, { status: "unknown" }),
        () => settle(here.deps, record, outcome[status]),
      );
      const paid = status === "succeeded";
      expect(await thereOf(body)).toMatchObject({
        statuses: [paid ? "Payment Processing" : "Payment Failed"],
        events: 2,
        opportunities: paid || end === "commit" ? 1 : 0,
      });
      const [made] = await db().select().from(opportunity).where(eq(opportunity.checkoutId, id));
      if (made) expect(made.stage).toBe(paid ? "Paid Upfront" : "Closed Lost");
    },
  );
});

import { createServer } from "node:http";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createVault } from "../../lib/crypto/vault";
import { newId } from "../../lib/domain/ids";
import { tick } from "../../lib/jobs/tick";
import { createSandboxGateway } from "../../packages/sandbox-gateway/gateway";
import { checkIntegrity } from "../../tools/integrity/check";
import { verdictsOnRecords } from "../../tools/integrity/queries/look";
import { makeAccount } from "../support/accounts";
import { checkoutIdOf, ok } from "../support/answer";
import { Api } from "../support/api";
import { cardToken, orderId, payNowBody, planBody } from "../support/bodies";
import { payWithCard } from "../support/card-payment";
import { advance, signedPlan } from "../support/collection";
import { runCommand } from "../support/commands";
import { freshSettings } from "../support/fresh";
import { type Here, serveHere } from "../support/here";
import { listening } from "../support/listening";
import { database, lapse, makeProvider, type TestProvider } from "../support/provider";
import { askRefund } from "../support/refunds";
import { authorisedPlan, confirmedPlan, startedPlan } from "../support/scenes";
import { freePort } from "../support/stack";
import { makeEndpoint } from "../support/webhooks";

/** A receiver that takes what it gets at `/`, and nothing elsewhere. */
const receiving = createServer((request, response) => {
  response.writeHead(request.url === "/" ? 200 : 500).end();
});
let receiver: Awaited<ReturnType<typeof listening>>;

let settings: Record<string, string>;
let here: Here;
let provider: TestProvider;

/** A checkout in each status, by each way there, with mails, and deliveries that were taken and refused. */
beforeAll(async () => {
  const own = { WEBHOOK_ALLOW_LOOPBACK: "on", MAIL_KEEP: "on", LOG_LEVEL: "silent" };
  settings = { ...(await freshSettings()), ...own };
  here = await serveHere(settings);
  const { db } = here.deps;
  provider = await makeProvider({}, db);
  const client = new Api(here.url, provider.key);
  receiver = await listening(receiving);
  for (const path of ["/", "/refused"]) await makeEndpoint(client, { url: receiver.url + path });
  await db.execute(sql`update webhook_endpoint set updated_at = updated_at - interval '1 hour'`);
  await startedPlan(client, provider);
  await confirmedPlan(client, provider);
  await lapse((await startedPlan(client, provider)).id, db);
  ok(await client.cancel((await startedPlan(client, provider)).id));
  await authorisedPlan(client, provider);
  ok(await client.cancel((await authorisedPlan(client, provider)).id));
  const pay = (card: string) =>
    client.createOnce(orderId(), payNowBody(provider, { card_payment: { token: cardToken(card) } }));
  for (const card of ["visa", "declined_lost_card", "no_such_card"]) await pay(card);
  const refunded = checkoutIdOf(ok(await pay("visa"), 201));
  for (const amount of [100, 2.91]) ok(await askRefund(client, refunded, amount), 201);
  await client.createOnce(orderId(), planBody(provider));
  await collected();
  await tick(here.deps);
  await tick(here.deps);
  // Work on a slow machine would find out about it.
  await pay("answer_lost");
});

/** A plan that is paid, one whose second debit is on its way and whose third is planned, one whose second payment came another way, and one whose second a card paid. */
async function collected() {
  const other = await makeProvider({}, here.deps.db);
  await makeAccount(here.deps, other, ["unused-secret"]);
  const scene = { client: new Api(here.url, other.key), provider: other };
  await signedPlan(scene, { count: 1 });
  await signedPlan(scene, { count: 3 });
  const received_on = new Date().toISOString().slice(0, 10);
  ok(await (await signedPlan(scene)).change({ kind: "outside_payment", number: 2, received_on }));
  const { id } = await signedPlan(scene);
  await payWithCard(here.deps, other, id, [2]);
  await advance(scene.client, 25);
}

afterAll(async () => {
  await receiver.stop();
  await here.stop();
});

/** What a card has paid. */
const PLANNED_AGAIN =
  "update instalment i set hand_over_on = now() from charge_attempt a where a.checkout_id = i.checkout_id and i.number = any(a.instalments)";

/** All that is looked at, in its order, with SQL that breaks it and nothing else. */
const BREAKS: Record<string, string[]> = {
  statuses_follow_from_the_events: [
    "update opportunity set stage = 'Paid Upfront' where stage = 'Payment Processing'",
  ],
  events_are_numbered_without_gaps: [
    "update checkout set last_sequence = last_sequence + 1 where checkout_status = 'Payment Failed'",
    "update event set sequence = 9, data = null where sequence = 2 and type = 'checkout.expired'",
  ],
  last_event_shows_the_checkout: [
    `update event set data = data || '{"checkout_status": "Cancelled"}' where type = 'agreement.ready'`,
    `update event set data = jsonb_set(data, '{pricing,amount_to_finance}', '1499.99') where type = 'agreement.ready'`,
    `update event set data = jsonb_set(data, '{pricing,amount_to_finance}', '"much"') where type = 'agreement.ready'`,
  ],
  collected_plan_adds_up: [
    `update payment_plan set summary = jsonb_set(summary, '{paidCents}', '1')`,
    "update instalment set amount_cents = 1",
    "update debit set gateway = 'another'",
    "update debit set authority = 'another'",
    "update payment_plan set gateway = 'another'",
    PLANNED_AGAIN,
    `${PLANNED_AGAIN}; update charge_attempt set instalments = '{1}' where instalments is not null`,
    "delete from outside_payment; update instalment set hand_over_on = now() where number = 2 and attempts = 0",
    "update outside_payment set number = 1; update instalment set hand_over_on = now() where number = 2 and attempts = 0",
  ],
  no_payment_of_a_running_plan_is_forgotten: [
    "update instalment set hand_over_on = null where number = 3",
    "update payment_plan set status = 'Active' where status = 'Completed'",
    "update payment_plan set status = 'Paused', paused_until = now() where status = 'Completed'",
  ],
  pay_now_has_one_charge_attempt: [
    "delete from charge_attempt where status = 'declined'",
    "update charge_attempt set amount_cents = 1 where status = 'declined'",
  ],
  charge_attempt_fits_the_checkout: [
    "update charge_attempt set decline_code = null where status = 'declined'",
    "update charge_attempt set due_at = due_at + interval '1 year' where status = 'unknown'",
  ],
  refunds_fit_the_payments: [
    "update refund set amount_cents = 200000 where status = 'Pending'",
    "update checkout set refunded_cents = 1 where refunded_cents > 0",
  ],
  schedule_sums_to_the_amount_financed: [
    "update checkout set schedule = schedule - 0",
    "update checkout set schedule = jsonb_set(schedule, '{0,amountCents}', '1')",
    `update checkout set schedule = jsonb_set(schedule, '{0,amountCents}', '"much"')`,
    "update checkout set schedule = jsonb_set(schedule, '{3,balanceAfterCents}', '1')",
    `update checkout set schedule = jsonb_set(schedule, '{3,dueDate}', '"2020-01-01"')`,
    `update checkout set schedule = '{}' where payment_type <> 'upfront_payment'`,
  ],
  agreement_exists_where_confirmed: [
    "delete from agreement",
    "update agreement set signed_at = signed_at - interval '1 second'",
    "update agreement set pdf = 'no document', sha256 = encode(sha256('no document'), 'hex')",
  ],
  bank_details_are_sealed_where_authorised: [
    "update dda set bsb = '123456' where status = 'Pending'",
    "update dda set bank_sealed = null where status = 'Cancelled'",
  ],
  opportunity_has_the_students_contact: ["update contact set email = 'somebody@example.com'"],
  kept_answer_fits_the_outcome: [
    "update idempotency_key set sealed_token = sealed_answer, sealed_answer = null where sealed_answer is not null",
    "update idempotency_key set sealed_answer = sealed_token, sealed_token = null where sealed_token is not null",
  ],
  expired_after_its_time: [
    "update checkout set expires_at = now() + interval '1 day' where checkout_status = 'Expired'",
  ],
  mail_fits_the_checkout: ["update email set address = 'somebody@example.com'"],
  dispatched_event_has_its_deliveries: [
    "delete from webhook_attempt; delete from webhook_delivery where event_type = 'checkout.created'; update webhook_delivery set created_at = created_at - interval '1 year'",
  ],
  delivery_is_of_an_event_of_its_provider: ["update webhook_delivery set event_type = 'checkout.cancelled'"],
  delivery_fits_its_log: [
    "delete from webhook_attempt",
    "update webhook_delivery set attempts = attempts + 1",
    "update webhook_attempt set fault = 'timeout' where fault is null",
  ],
  charge_is_recorded_as_paid: [],
  charge_is_for_its_order_and_amount: [
    "update sandbox_gateway.charge set amount_cents = 1 where status = 'succeeded'",
    "update sandbox_gateway.charge set provider_order_id = 'ORD-' || key where status = 'succeeded'",
  ],
  order_is_charged_once: [],
  paid_attempt_is_charged: ["update sandbox_gateway.charge set status = 'closed' where status = 'succeeded'"],
};

const VERDICTS = Object.keys(BREAKS);

const UNDO = new Error("Undoes what a test broke");

/** What is violated after some SQL, which is undone. */
async function violatedAfter(statements: string): Promise<Record<string, number>> {
  let violated: Record<string, number> = {};
  const { db } = here.deps;
  const done = db.transaction(async (tx) => {
    for (const statement of statements.split("; ")) await tx.execute(sql.raw(statement));
    const verdicts = await checkIntegrity({ ...here.deps, db: tx, gateway: createSandboxGateway(tx) });
    const broken = verdicts.filter(({ violations }) => violations > 0);
    violated = Object.fromEntries(broken.map(({ invariant, violations }) => [invariant, violations]));
    for (const { ids } of broken) expect(ids.length).toBeGreaterThan(0);
    throw UNDO;
  });
  await expect(done).rejects.toBe(UNDO);
  return violated;
}

describe("npm run check:integrity", () => {
  it("finds no violation in a healthy database, and has looked at rows for each invariant", async () => {
    const { code, rows, said } = await runCommand("check:integrity", [], settings);
    expect({ code, said }).toEqual({ code: 0, said: "" });
    expect(rows.map(({ invariant }) => invariant)).toEqual(VERDICTS);
    for (const row of rows)
      expect(row).toMatchObject({ looked_at: expect.any(Number), violations: 0, ids: [] });
    expect(rows.filter(({ looked_at }) => looked_at === 0)).toEqual([]);
  });

  it.each(Object.entries(BREAKS).flatMap(([name, all]) => all.map((one) => [name, one] as const)))(
    "names %s after: %s",
    async (invariant, statements) => {
      expect(Object.keys(await violatedAfter(statements))).toEqual([invariant]);
    },
  );

  it("names a charge that nobody recorded, for an order that is paid, until an operator has accounted for it", async () => {
    const key = newId("cat");
    const twice = `insert into sandbox_gateway.charge (account, key, provider_id, provider_order_id, amount_cents, status,
      card_scheme, card_last_four, receipt_number, decline_code, is_refunded, created_at) select account, '${key}', provider_id, provider_order_id, amount_cents, status,
      card_scheme, card_last_four, receipt_number, decline_code, false, now() from sandbox_gateway.charge where status = 'succeeded' limit 1`;
    expect(await violatedAfter(twice)).toEqual({ charge_is_recorded_as_paid: 1, order_is_charged_once: 1 });
    const resolved = `insert into operator_alert values (gen_random_uuid(), 'orphan_charge', '${key}', '{}', now(), now(), now(), 'operator')`;
    expect(await violatedAfter(`${twice}; ${resolved}`)).toEqual({});
  });

  it("names a charge of a released order, and leaves one alone that may still be under way", async () => {
    const charged = (status: string) =>
      `update sandbox_gateway.charge set status = 'succeeded', receipt_number = 'R0' where key in (select key from sandbox_gateway.charge where status = '${status}' limit 1)`;
    expect(await violatedAfter(charged("declined"))).toEqual({ charge_is_recorded_as_paid: 1 });
    expect(await violatedAfter("select 1")).toEqual({});
  });

  it("names a processor that cannot be reached, and not the database", async () => {
    const { appKeys } = inject("stack");
    const own = await freshSettings();
    const db = database(own.DATABASE_URL);
    const pinch = { kind: "pinch", takes: ["cards"] } as const;
    const secret = "app_0123:sk_test_0123456789";
    await makeAccount({ db, vault: createVault(appKeys) }, await makeProvider({}, db), [secret], pinch);
    // Nothing listens there.
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const bases = { PINCH_API_BASE: nowhere, PINCH_AUTH_BASE: nowhere, LOG_LEVEL: "silent" };
    const { code, said } = await runCommand("check:integrity", [], { ...own, ...bases });
    expect(code).toBe(1);
    expect(said).toContain("Pinch could not be reached");
    expect(said).not.toContain("DATABASE_URL");
  });

  it("prints every line, says what is violated and ends with 1; pages do not change what is found", async () => {
    const { db } = here.deps;
    await db.execute(sql`update email set attempts = 0 where kind = 'refunded'`);
    const ending = await runCommand("check:integrity", [], settings);
    expect(ending).toMatchObject({ code: 1, said: "Violated: mail_fits_the_checkout.\n" });
    expect(ending.rows.map(({ invariant }) => invariant)).toEqual(VERDICTS);
    expect(ending.rows.find(({ violations }) => violations)).toMatchObject({
      ids: expect.arrayContaining([expect.stringMatching(/^chk_/)]),
    });
    expect(await verdictsOnRecords(db, 2)).toEqual(await verdictsOnRecords(db));
  });
});

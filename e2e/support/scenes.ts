import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { agreement } from "../../drizzle/schema";
import { newId } from "../../lib/domain/ids";
import type { CheckoutStatus } from "../../lib/domain/states";
import { type Answer, checkoutIdOf, ok } from "./answer";
import type { Api } from "./api";
import { type Body, cardToken, confirmBody, orderId, payNowBody, planBody } from "./bodies";
import { attemptOf, holdBack } from "./charges";
import { database, lapse, type TestProvider } from "./provider";

/** A checkout that a test finds already made. */
export interface Scene {
  id: string;
  orderId: string;
  /** The body that made it. */
  body: Body;
  /** Create's answer; a refused card has a problem here. */
  answer: Answer;
}

async function made(client: Api, body: Body): Promise<Scene> {
  const answer = await client.create(body);
  return { id: checkoutIdOf(answer), orderId: body.provider.provider_order_id, body, answer };
}

/** A plan that awaits its direct debit. */
export const startedPlan = (client: Api, provider: TestProvider, changes: Body = {}) =>
  made(client, planBody(provider, changes));

/** A plan whose direct debit is authorised. */
export async function authorisedPlan(client: Api, provider: TestProvider, changes: Body = {}) {
  const scene = await startedPlan(client, provider, changes);
  ok(await client.authorise(scene.id));
  return scene;
}

export async function confirmedPlan(client: Api, provider: TestProvider, changes: Body = {}) {
  const scene = await authorisedPlan(client, provider, changes);
  const confirmed = ok(await client.confirm(scene.id, confirmBody(scene.answer.body)));
  return { ...scene, confirmed };
}

export const payNow = (client: Api, provider: TestProvider, card = "visa", changes: Body = {}) =>
  made(client, payNowBody(provider, { card_payment: { token: cardToken(card) }, ...changes }));

/** A payment that the student makes on the hosted card page. */
export const cardPage = (client: Api, provider: TestProvider, changes: Body = {}) =>
  made(client, payNowBody(provider, { card_payment: { token: undefined, hosted: true }, ...changes }));

type Held = Scene & { key: string };

/** A payment whose outcome stays unknown: nobody looks for it. Null on a machine so slow that somebody did already. */
export async function heldOnce(
  client: Api,
  provider: TestProvider,
  changes: Body = {},
): Promise<Held | null> {
  const body = payNowBody(provider, { card_payment: { token: cardToken("answer_lost") }, ...changes });
  const key = orderId();
  const answer = await client.createOnce(key, body);
  const attempt = await attemptOf(provider, body);
  if (!attempt || !(await holdBack(attempt.id))) return null;
  // Recovery has taken it already, and will settle it.
  if ((await attemptOf(provider, body))?.leaseUntil) return null;
  return { id: attempt.checkoutId, orderId: body.provider.provider_order_id, body, answer, key };
}

export const heldPayment = async (client: Api, provider: TestProvider): Promise<Held> =>
  (await heldOnce(client, provider)) ?? heldPayment(client, provider);

/** A checkout in each status that there is, in which it stays. */
export const IN_STATUS: Record<CheckoutStatus, (client: Api, provider: TestProvider) => Promise<Scene>> = {
  "Awaiting Direct Debit": (client, provider) => startedPlan(client, provider),
  "Awaiting Confirmation": (client, provider) => authorisedPlan(client, provider),
  Confirmed: confirmedPlan,
  "Awaiting Payment": (client, provider) => cardPage(client, provider),
  "Payment Pending": heldPayment,
  "Payment Processing": (client, provider) => payNow(client, provider),
  "Payment Failed": (client, provider) => payNow(client, provider, "declined_insufficient_funds"),
  Expired: async (client, provider) => {
    const scene = await startedPlan(client, provider);
    await lapse(scene.id);
    return scene;
  },
  Cancelled: async (client, provider) => {
    const scene = await startedPlan(client, provider);
    ok(await client.cancel(scene.id));
    return scene;
  },
};

/** Well-formed ids that name nothing. */
export const strangers = () => ({
  checkout_id: newId("chk"),
  opportunity_id: newId("opp"),
  dda_id: newId("dda"),
  refund_id: newId("ref"),
  checkout_token: `cht_${randomBytes(30).toString("hex").slice(0, 43)}`,
});

/** A problem without what differs from request to request. */
export function impersonal(problem: Body): Body {
  const { request_id: _, instance: __, ...rest } = problem;
  return rest;
}

/** As if the documents of its signed plans were not made yet. Nobody makes them before `makeAgreements`. */
export async function unmakeAgreements({ id }: TestProvider): Promise<void> {
  const unmade = { pdf: null, sha256: null, dueAt: sql`now() + interval '1 day'` };
  await database().update(agreement).set(unmade).where(eq(agreement.providerId, id));
}

export async function makeAgreements({ id }: TestProvider): Promise<void> {
  const due = { dueAt: sql`now()`, leaseUntil: null };
  await database().update(agreement).set(due).where(eq(agreement.providerId, id));
}

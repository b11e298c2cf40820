import { inject, type TestContext } from "vitest";
import { tick } from "../../lib/jobs/tick";
import { startPinchStandIn } from "../stand-ins/pinch/server";
import { makeAccount } from "./accounts";
import { Api } from "./api";
import { merge, payNowBody } from "./bodies";
import { attemptOf, checkoutIdOf, eventsOf } from "./charges";
import { makeDatabase } from "./database";
import { settingsOver } from "./fresh";
import { serveHere } from "./here";
import { PINCH_CREDENTIALS } from "./pinch";
import { makeProvider } from "./provider";
import { refundsPath } from "./refunds";
import { startStripe, stripeToken } from "./stripe";

export const WEBHOOK = "whsec_theSecretOfItsWebhooks";

/** A provider with an account at a processor, and an enrolment that was paid there with $1,500.00. */
async function paidAt(
  { onTestFinished }: TestContext,
  kind: "stripe" | "pinch",
  settings: Record<string, string>,
  secret: string,
  token: string,
) {
  const database = await makeDatabase(inject("cluster"));
  const { url, deps, stop } = await serveHere({ ...settingsOver(database), ...settings });
  onTestFinished(stop);
  const provider = await makeProvider({}, deps.db);
  const account = await makeAccount(deps, provider, [secret, WEBHOOK], { kind, takes: ["cards"] });
  const client = new Api(url, provider.key);
  const body = merge(payNowBody(provider), { card_payment: { token } });
  const id = checkoutIdOf(await client.create(body));
  return {
    ...{ client, deps, id, account: account.id },
    attempt: (await attemptOf(provider, body, deps.db))!,
    events: () => eventsOf(id, deps.db),
    refunds: async () => (await client.get(refundsPath(id))).body.data,
    refunded: async () => (await client.status(id)).body.refunded,
    tick: () => tick(deps),
  };
}

export async function atStripe(context: TestContext) {
  const stripe = await startStripe();
  context.onTestFinished(stripe.close);
  const settings = { STRIPE_API_BASE: stripe.address.href };
  const scene = await paidAt(context, "stripe", settings, stripe.secret, stripeToken());
  const [charge] = stripe.paid(scene.attempt.id);
  return { ...scene, stripe, intent: String(charge!.payment_intent) };
}

export async function atPinch(context: TestContext) {
  const pinch = await startPinchStandIn({ credentials: PINCH_CREDENTIALS });
  context.onTestFinished(() => pinch.close());
  const ledger = pinch.ledgers.test;
  const settings = { PINCH_API_BASE: pinch.bases.api.href, PINCH_AUTH_BASE: pinch.bases.auth.href };
  return {
    ...(await paidAt(context, "pinch", settings, PINCH_CREDENTIALS, ledger.tokenFor("approved"))),
    ledger,
  };
}

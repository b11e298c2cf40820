/** Runs a stand-in for developers without an account at the processor: for `npm run gateways -- stand-in`, and the demo. */
import type { Server } from "node:http";
import { parseArgs } from "node:util";
import { readJson, writePrivateJson } from "../../server/program/checkout.mjs";
import { listenOn, wordsOfPort } from "../../server/program/port.mjs";
import { describe, Problem } from "../../server/program/problem.mjs";
import { startPinchStandIn } from "./pinch/server";
import { createStripeStandIn } from "./stripe/server";

const { kind, port, json, keep } = parseArgs({
  options: {
    kind: { type: "string", default: "stripe" },
    port: { type: "string", default: "4010" },
    json: { type: "boolean", default: false },
    /** A file that remembers Stripe's charges from one start to the next. */
    keep: { type: "string" },
  },
}).values;

type StandIn = ReturnType<typeof createStripeStandIn>;

const base = new URL(`http://127.0.0.1:${port}`);

async function stripe() {
  const secret = "sk_test_standInOfStripe";
  const { server, account } = createStripeStandIn({ secret, address: () => base });
  if (keep !== undefined) remember(server, account, keep);
  await listenOn(server, Number(port), base.hostname);
  return {
    secret,
    publishableKey: "pk_test_standInOfStripe",
    settings: { STRIPE_API_BASE: base.origin },
    cards:
      "4242 4242 4242 4242 pays, 4000 0000 0000 9995 is declined, 4000 0027 6000 3184 asks the bank first",
  };
}

function remember(server: Server, { intents, charges, refunds }: StandIn["account"], file: string) {
  const all: Record<string, Map<string, object>> = { intents, charges, refunds };
  for (const [name, entries] of Object.entries(readJson(file) ?? {}))
    for (const [id, one] of Object.entries(entries as object)) all[name]?.set(id, one);
  const kept = () =>
    Object.fromEntries(Object.entries(all).map(([name, map]) => [name, Object.fromEntries(map)]));
  server.on("request", ({ method }, response) => {
    if (method === "POST") response.once("finish", () => writePrivateJson(file, kept()));
  });
}

async function pinch() {
  const credentials = "app_standIn:sk_test_standInOfPinch";
  const publishableKeys = { test: "pk_test_standInOfPinch", live: "pk_live_standInOfPinch" };
  await startPinchStandIn({ credentials, publishableKeys, port: Number(port) }).catch((error) => {
    throw new Problem(wordsOfPort(error.code, Number(port)));
  });
  return {
    secret: credentials,
    publishableKey: publishableKeys.test,
    settings: { PINCH_API_BASE: base.origin, PINCH_AUTH_BASE: base.origin },
    cards: "4242 4242 4242 4242 pays, and is declined with #insufficient-funds in the name on the card",
  };
}

try {
  const account = await (kind === "pinch" ? pinch() : stripe());
  const { secret, publishableKey, settings, cards } = account;
  const lines = Object.entries(settings).map(([name, value]) => `  ${name}=${value}`);
  const greeting = `The stand-in listens on ${base.origin}, for this machine only. Ctrl-C stops it, and it forgets its charges.

Start the service, and run its commands, with:
${lines.join("\n")}

Give a provider an account there:
  echo '${secret}' | npm run gateways -- add --provider CODE --kind ${kind} --publishable-key ${publishableKey}

Cards: ${cards}.`;
  process.stdout.write(`${json ? JSON.stringify(account) : greeting}\n`);
  // It ends with the program that started it, however that ends.
  process.stdin.resume().once("end", () => process.exit());
} catch (error) {
  console.error(describe(error));
  process.exit(1);
}

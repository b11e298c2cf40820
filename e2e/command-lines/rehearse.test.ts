import { execFile } from "node:child_process";
import { expect, inject, it, onTestFinished } from "vitest";
import { gatewayAccount } from "../../drizzle/schema";
import { createVault } from "../../lib/crypto/vault";
import { startPinchStandIn } from "../stand-ins/pinch/server";
import { makeAccount } from "../support/accounts";
import { freshSettings } from "../support/fresh";
import { database, makeProvider } from "../support/provider";
import { startStripe } from "../support/stripe";

interface Printed {
  code: number;
  rows: Record<string, string>[];
  printed: string;
}

/** A provider in a database of its own, and the command as npm runs it in a checkout: an installation has no suite. */
async function scene() {
  const { appKeys } = inject("stack");
  const settings = await freshSettings();
  const deps = { db: database(settings.DATABASE_URL), vault: createVault(appKeys) };
  const provider = await makeProvider({}, deps.db);
  const command = ["--import", "tsx", "tools/command.ts", "gateways", "rehearse", "--provider"];
  return {
    deps,
    provider,
    rehearse: (more: Record<string, string> = {}) =>
      new Promise<Printed>((resolve) => {
        // Vitest has a BASE_URL of its own.
        const { BASE_URL: _, ...inherited } = process.env;
        const env = { ...inherited, ...settings, LOG_LEVEL: "silent", ...more };
        execFile(process.execPath, [...command, provider.code], { env }, (error, out, said) => {
          const rows = out.split("\n").filter((line) => line.startsWith("{"));
          resolve({
            code: error ? Number(error.code) : 0,
            rows: rows.map((line) => JSON.parse(line)),
            printed: out + said,
          });
        });
      }),
  };
}

const ONE_DEBIT = "a key debits once, and gives the present result again";

it("a test account at Stripe is rehearsed: all promises are kept, and what is left out is named", async () => {
  const stripe = await startStripe();
  onTestFinished(stripe.close);
  const { deps, provider, rehearse } = await scene();
  await makeAccount(deps, provider, [stripe.secret], { kind: "stripe", takes: ["cards", "debits"] });
  const settings = { STRIPE_API_BASE: stripe.address.origin };
  const kept = await rehearse(settings);
  expect(kept).toMatchObject({ code: 0 });
  expect(kept.rows.filter(({ result }) => result === "kept").length).toBeGreaterThan(5);
  expect(kept.rows).toContainEqual({ promise: ONE_DEBIT, result: "kept" });
  expect(kept.rows.filter(({ result }) => result === "left_out").map(({ promise }) => promise)).toContain(
    "a response that is lost before or after the charge, a connection that breaks, a 500",
  );
  const ofCards = [...stripe.account.charges.values()].filter(
    ({ payment_method_details: of }) => !of?.au_becs_debit,
  );
  expect(ofCards.filter(({ refunded }) => !refunded)).toEqual([]);
  stripe.misbehave({ on: /^POST \/v1\/refunds/, way: "500", when: "before", times: 1_000 });
  const differs = await rehearse(settings);
  expect(differs.code).toBe(1);
  expect(differs.rows).toContainEqual({
    promise: "a refund is made once, however often it is asked",
    result: "differs",
    difference: expect.any(String),
  });
  expect(differs.printed).toContain("does not keep every promise");
  expect(kept.printed + differs.printed).not.toContain(stripe.secret);
});

it("a test account at Pinch is rehearsed with tokens that it makes for the publishable key", async () => {
  const [secret, publishableKey] = ["app_rehearsed:sk_test_ofTheStandIn", "pk_test_rehearsed1"];
  const publishableKeys = { test: publishableKey, live: "pk_live_rehearsed1" };
  const pinch = await startPinchStandIn({ credentials: secret, publishableKeys });
  onTestFinished(pinch.close);
  const { deps, provider, rehearse } = await scene();
  await makeAccount(deps, provider, [secret], { kind: "pinch", takes: ["cards", "debits"], publishableKey });
  const base = pinch.bases.api.origin;
  const settings = { PINCH_API_BASE: base, PINCH_AUTH_BASE: base };
  const kept = await rehearse(settings);
  expect(kept.rows.filter(({ result }) => result === "differs")).toEqual([]);
  expect(kept.code).toBe(0);
  expect(kept.rows).toContainEqual({ promise: ONE_DEBIT, result: "kept" });
  const payments = [...pinch.ledgers.test.payments.values()].filter(({ status }) => status === "approved");
  for (const { amount, refunds } of payments)
    expect(refunds.reduce((sum, one) => sum + one.amount, 0)).toBe(amount);
  pinch.refuseCredentials(true);
  const refused = await rehearse(settings);
  expect(refused.code).toBe(1);
  expect(refused.rows[0]?.difference).toContain("refused the application's credentials");
});

it("refuses to rehearse a live account, and a provider without one at Stripe or Pinch", async () => {
  const { deps, provider, rehearse } = await scene();
  expect(await rehearse()).toMatchObject({ code: 1, rows: [] });
  await makeAccount(deps, provider, ["sk_test_ofNobody"], { kind: "stripe", takes: ["cards"] });
  await deps.db.update(gatewayAccount).set({ mode: "live" });
  expect((await rehearse()).printed).toContain("this is a live account");
});

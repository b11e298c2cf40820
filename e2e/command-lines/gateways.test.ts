import { randomBytes } from "node:crypto";
import { expect, inject, it } from "vitest";
import { gatewayAccount } from "../../drizzle/schema";
import { createVault } from "../../lib/crypto/vault";
import { makeAccount } from "../support/accounts";
import { runCommand, runScript } from "../support/commands";
import { freshSettings } from "../support/fresh";
import { database, makeProvider } from "../support/provider";
import { startStripe } from "../support/stripe";

const SECRET = "a-secret-of-the-processor";
const settings = { APP_KEYS: `1:${randomBytes(32).toString("base64")}` };
const KEY = ["--publishable-key", "pk_test_12345678"];

async function add(code: string, ...more: string[]) {
  const args = ["add", "--provider", code, "--kind", "http", "--url", "https://pay.example", ...KEY, ...more];
  return runScript("gateways", args, settings, `${SECRET}\nwhsec_of_the_processor\n`);
}

it("adds, lists, rotates and retires a provider's account, and shows no secret", async () => {
  const { code, id: providerId } = await makeProvider();
  const added = await add(code);
  expect(added).toMatchObject({ code: 0, said: "" });
  expect(added.rows).toMatchObject([
    { kind: "http", mode: "test", takes: ["cards"], has_webhook_secret: true, retired_at: null },
  ]);
  const id = String(added.rows[0]?.id);
  const named = ["--provider", code, "--account", id];
  expect((await add(code)).said).toContain("it has an account for this already");
  const rotated = await runScript("gateways", ["rotate", ...named], settings, "another-secret-of-it\n");
  expect(rotated.rows).toMatchObject([{ id }]);
  expect((await add(code, "--replace", id, "--takes", "debits")).said).toContain(
    "takes more than the new one",
  );
  const replaced = await add(code, "--replace", id);
  expect(replaced).toMatchObject({ code: 0, rows: [{ takes: ["cards"], retired_at: null }] });
  expect((await add(code, "--replace", id)).said).toContain("no account gwa_");
  const next = ["--provider", code, "--account", String(replaced.rows[0]?.id)];
  const retired = await runCommand("gateways", ["retire", ...next], settings);
  expect(retired.rows).toMatchObject([{ id: replaced.rows[0]?.id, retired_at: expect.any(String) }]);
  expect((await add(code)).code).toBe(0);
  const { rows } = await runCommand("gateways", ["list", "--provider", code], settings);
  expect(rows).toHaveLength(3);
  expect(JSON.stringify([added, rotated, retired, rows])).not.toContain("secret-of");
  const stored = await database().select().from(gatewayAccount);
  const own = stored.filter((row) => row.providerId === providerId);
  expect(own.map((row) => Buffer.from(row.secretSealed).toString()).join()).not.toContain(SECRET);
});

it.each([
  [["--url", "http://pay.example"], "make it https://"],
  [["--takes", "gold"], "write cards, debits or cards,debits"],
  [["--publishable-key", "pk_live_12345678"], "it begins with pk_test_"],
])("refuses %j and says what to write", async (more, words) => {
  const { code } = await makeProvider();
  const ending = await runCommand(
    "gateways",
    ["add", "--provider", code, "--kind", "http", "--url", "https://pay.example", ...KEY, ...more],
    settings,
  );
  expect(ending).toMatchObject({ code: 1, rows: [] });
  expect(ending.said).toContain(words);
});

it("takes an account at Stripe only with a secret of this mode, and rotates only to one", async () => {
  const { code } = await makeProvider();
  const addStripe = (secrets: string, ...more: string[]) =>
    runScript(
      "gateways",
      ["add", "--provider", code, "--kind", "stripe", ...KEY, ...more],
      settings,
      secrets,
    );
  const wrong = "it begins with sk_test_ or rk_test_";
  expect((await addStripe("sk_live_0123456789\n")).said).toContain(wrong);
  expect((await addStripe("sk_test_0123456789\nanother-webhook-secret\n")).said).toContain(
    "it begins with whsec_",
  );
  expect((await addStripe("sk_test_0123456789\n", "--account", "mch_1234")).said).toContain("acct_");
  const added = await addStripe("rk_test_0123456789\nwhsec_0123456789\n", "--account", "acct_1234");
  expect(added.rows).toMatchObject([{ kind: "stripe", mode: "test", external_account: "acct_1234" }]);
  const rotate = ["rotate", "--provider", code, "--account", String(added.rows[0]?.id)];
  expect((await runScript("gateways", rotate, settings, "sk_live_0123456789\n")).said).toContain(wrong);
  expect((await runScript("gateways", rotate, settings, "sk_test_9876543210\n")).code).toBe(0);
});

it("takes an account at Pinch only with its Application ID and a secret of this mode", async () => {
  const { code } = await makeProvider();
  const addPinch = (secrets: string, ...more: string[]) =>
    runScript("gateways", ["add", "--provider", code, "--kind", "pinch", ...KEY, ...more], settings, secrets);
  const wrong = "write the Application ID, a colon and the test secret";
  expect((await addPinch("sk_test_0123456789\n")).said).toContain(wrong);
  expect((await addPinch("app_0123:sk_live_0123456789\n")).said).toContain(wrong);
  expect((await addPinch("app_0123:sk_test_0123456789\n", "--account", "acct_1234")).said).toContain("mch_");
  const added = await addPinch("app_0123:sk_test_0123456789\nwhsec_0123456789\n", "--account", "mch_1234");
  expect(added.rows).toMatchObject([{ kind: "pinch", mode: "test", external_account: "mch_1234" }]);
});

/** A provider in a database of its own, and what checks its accounts. */
async function checkedProvider() {
  const { appKeys } = inject("stack");
  const servers = await freshSettings();
  const db = database(servers.DATABASE_URL);
  const provider = await makeProvider({}, db);
  const quiet = { ...servers, LOG_LEVEL: "silent" };
  const check = () => runCommand("gateways", ["check", "--provider", provider.code], quiet);
  return { deps: { db, vault: createVault(appKeys) }, provider, quiet, check };
}

it("says who charges for a provider that never had an account", async () => {
  const { check } = await checkedProvider();
  const found = expect.stringContaining("the settings' gateway charges");
  expect(await check()).toMatchObject({ code: 0, rows: [{ check: "cards", result: "pass", found }] });
});

it("checks an account of the other mode without asking it, and says how to go on", async () => {
  const { deps, provider, quiet, check } = await checkedProvider();
  const live = { kind: "stripe", mode: "live", takes: ["cards"] } as const;
  const { id } = await makeAccount(deps, provider, ["sk_live_01234567"], live);
  const remedy = expect.stringContaining(`--account ${id}`);
  const line = { check: `gateway ${id}`, result: "fail", remedy };
  expect(await check()).toMatchObject({ code: 1, rows: [line] });
  const { rows } = await runCommand("doctor", [], quiet);
  expect(rows).toContainEqual(expect.objectContaining(line));
});

it("refuses a missing secret", async () => {
  const { code } = await makeProvider();
  const args = ["add", "--provider", code, "--kind", "sandbox", ...KEY];
  expect((await runScript("gateways", args, settings)).said).toContain(
    "There is no secret on standard input",
  );
});

it("asks the account by which a provider's plans are collected", async ({ onTestFinished }) => {
  const { deps, provider, quiet } = await checkedProvider();
  const stripe = await startStripe();
  onTestFinished(stripe.close);
  const { id } = await makeAccount(deps, provider, [stripe.secret], { kind: "stripe" });
  const settings = { ...quiet, STRIPE_API_BASE: stripe.address.href };
  const check = () => runCommand("gateways", ["check", "--provider", provider.code], settings);
  const line = (result: string) => expect.objectContaining({ check: `debits ${id}`, result });
  expect((await check()).rows).toContainEqual(line("pass"));
  stripe.misbehave({ way: "401", when: "before", on: /payment_intents/, times: 9 });
  const refused = await check();
  expect(refused.code).toBe(1);
  expect(refused.rows).toContainEqual(line("fail"));
});

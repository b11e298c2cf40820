import { beforeAll, describe, expect, it } from "vitest";
import { createVault } from "../../lib/crypto/vault";
import { findAccounts } from "../../lib/db/gateway-accounts";
import { findActs } from "../../lib/db/staff-acts";
import { openSecret } from "../../lib/gateway/secrets";
import { REASON } from "../support/acting";
import { type Html, heading, words } from "../support/html-form";
import { database, makeProvider, type TestProvider } from "../support/provider";
import { sharedStack } from "../support/shared";
import { member, staffBrowser } from "../support/staff";

const SECRET = "sk_test_ofTheAccount0";
const NEW_SECRET = "rk_test_ofTheAccount1";
const WEBHOOK = "whsec_ofTheAccount00";

let browser: ReturnType<typeof staffBrowser>;
let here: TestProvider;

const at = (path = "") => `/console/${here.code}/set-up/accounts${path}`;
const accounts = () => findAccounts(database(), here.id);
const secretOf = ({ id, secretSealed: bytes, secretKeyVersion: keyVersion }: Row) =>
  openSecret(createVault(sharedStack().appKeys), id, { bytes, keyVersion });
type Row = Awaited<ReturnType<typeof accounts>>[number];

async function change(path: string, typed: Record<string, string> = {}): Promise<Html> {
  const page = await browser.open(at(path));
  return browser.press(page, heading(page), { reason: REASON, ...typed });
}

const STRIPE = { kind: "stripe", publishable_key: "pk_test_12345678", secret: SECRET };
const add = (typed: Record<string, string> = {}) => change("/new/add", { ...STRIPE, ...typed });

async function newProvider(): Promise<void> {
  here = await makeProvider();
  browser = staffBrowser();
  await browser.signIn(await member({ providerId: here.id, role: "admin" }));
}

beforeAll(newProvider);

describe("processor accounts in the console", () => {
  it("are added, given other secrets, replaced and retired, and no secret is shown or recorded", async () => {
    await newProvider();
    const pages = [await add({ webhook_secret: WEBHOOK, account: "acct_1234" })];
    const [first] = await accounts();
    expect(first).toMatchObject({ kind: "stripe", mode: "test", takesCards: true, takesDebits: false });
    expect(secretOf(first!)).toBe(SECRET);
    const list = await browser.open(at());
    for (const said of [`/api/gateways/${first!.id}/events`, "acct_1234", "pk_test_12345678", "Set"])
      expect(words(list)).toContain(said);
    expect(words(await add())).toContain("Account that it replaces: there is an account for this already");
    pages.push(await change(`/${first!.id}/secret`, { secret: NEW_SECRET }));
    pages.push(await change(`/${first!.id}/webhook-secret`, { webhook_secret: `${WEBHOOK}1` }));
    const [rotated] = await accounts();
    expect(secretOf(rotated!)).toBe(NEW_SECRET);
    expect(rotated!.previousWebhookSecretSealed).not.toBeNull();
    pages.push(await add({ replace: first!.id }));
    const [next, former] = await accounts();
    expect([next!.retiredAt, former!.retiredAt]).toEqual([null, expect.any(Date)]);
    pages.push(await change(`/${next!.id}/retire`));
    for (const page of pages) expect(page.url).toMatch(/\/acts\/act_/);
    expect(words(await browser.open(at(`/${next!.id}/retire`)))).toContain("retired already");
    const acts = await findActs(database(), here.id, { before: 1_000 }, 50);
    expect(acts.filter(({ outcome }) => outcome?.step === "refused")).toHaveLength(1);
    const shown = JSON.stringify([acts, ...pages.map(({ text }) => text), list.text]);
    for (const secret of [SECRET, NEW_SECRET, WEBHOOK]) expect(shown).not.toContain(secret);
  });

  it.each([
    [{ publishable_key: "pk_live_12345678" }, "Publishable key: in sandbox it begins with pk_test_"],
    [{ secret: "sk_live_0123456789" }, "Secret: for a Stripe account here it begins with sk_test_"],
    [{ secret: "short" }, "Secret: it is not 16 to 500 letters"],
    [{ webhook_secret: "another-secret-of-it" }, "Webhook secret: for an account at Stripe it begins"],
    [{ account: "mch_1234" }, "Account to act for: an account at Stripe begins with acct_"],
    [{ kind: "http" }, "Processor: choose one"],
    [{ kind: "pinch" }, "Secret: for a Pinch account here write the Application ID"],
    [{ takes: "gold" }, "What it takes: choose from the list"],
    [{ statement_name: "a".repeat(40) }, "Name on bank statements: a statement shows up to 32"],
  ])("refuse %j, and say what to write", async (typed, said) => {
    const before = (await accounts()).length;
    const page = await add({ ...typed });
    expect(words(page)).toContain(said);
    expect(page.text).not.toContain(SECRET);
    expect(await accounts()).toHaveLength(before);
  });

  it("are checked as the command checks them", async () => {
    await newProvider();
    expect(words(await change("/new/check"))).toContain("never had an account");
    // A server keeps what it read for three seconds.
    await newProvider();
    await add({ kind: "sandbox", takes: "debits" });
    const [{ id }] = (await accounts()) as [Row];
    expect(words(await change("/new/check"))).toContain(`debits ${id}: pass, answers, in test mode`);
    const [act] = await findActs(database(), here.id, { before: 1_000 }, 1);
    expect(act).toMatchObject({
      act: { subject: `Check the accounts: ${here.code}` },
      outcome: { step: "done" },
    });
  });

  it("of another provider do not exist", async () => {
    await newProvider();
    await add();
    const [{ id }] = (await accounts()) as [Row];
    await newProvider();
    for (const key of ["secret", "webhook-secret", "retire"])
      expect((await browser.open(at(`/${id}/${key}`))).status).toBe(404);
  });
});

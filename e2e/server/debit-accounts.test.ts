import { expect, it, type TestContext } from "vitest";
import { retireAccount } from "../../lib/db/account-rows";
import { openProcessors } from "../../server/instance/processors";
import { createMeters } from "../../server/metrics/meters";
import { makeAccount } from "../support/accounts";
import { authorityFor } from "../support/debit-promises";
import { freshSettings } from "../support/fresh";
import { depsHere } from "../support/here";
import { makeProvider } from "../support/provider";

const SECRET = "the-secret-of-the-account";

async function place({ onTestFinished }: TestContext) {
  const deps = depsHere(await freshSettings());
  onTestFinished(deps.close);
  /** As a process that has read no account yet. */
  const debits = (environment: "sandbox" | "production" = "sandbox") => {
    const processors = openProcessors({ ...deps.settings, ENVIRONMENT: environment }, createMeters({}));
    onTestFinished(async () => processors.close());
    return processors.debits(deps);
  };
  return { deps, debits, provider: await makeProvider({}, deps.db) };
}

it("a provider's debits go through its current account, and a retired account still answers for its own", async (context) => {
  const { deps, debits, provider } = await place(context);
  const old = await makeAccount(deps, provider, [SECRET]);
  expect((await debits().of(provider.id))?.id).toBe(old.id);
  await retireAccount(deps.db, old);
  expect(await debits().of(provider.id)).toBeNull();
  const next = await makeAccount(deps, provider, [SECRET]);
  const now = debits();
  expect((await now.of(provider.id))?.id).toBe(next.id);
  const asked = (await now.byId(provider.id, old.id))!;
  expect(asked.id).toBe(old.id);
  const account = { accountName: "M Chen", bsb: "000000", accountNumber: "000123456" };
  const about = {
    providerId: provider.id,
    key: "dbt-1",
    amountCents: 100,
    date: "2026-12-10",
    description: "",
  };
  const at = new Date("2026-12-01T00:00:00Z");
  const authority = await authorityFor(asked, account, { providerId: provider.id });
  expect(await asked.submit({ ...about, authority }, at)).toMatchObject({ status: "pending" });
  const found = await (await now.of(provider.id))!.find({ key: "dbt-1", authority, reference: null }, at);
  expect(found, "another account's").toBeNull();
});

it("nobody collects for a provider whose accounts take cards only, are of another kind, are another provider's, or are of the other mode", async (context) => {
  const { deps, debits, provider } = await place(context);
  const [cards, http, other] = [
    provider,
    ...(await Promise.all([1, 2].map(() => makeProvider({}, deps.db)))),
  ];
  const forCards = await makeAccount(deps, cards!, [SECRET], { takes: ["cards"] });
  const overHttp = await makeAccount(deps, http!, [SECRET], { kind: "http", url: "http://127.0.0.1:9" });
  const collects = await makeAccount(deps, other!, [SECRET]);
  const here = debits();
  expect(await here.of(cards!.id)).toBeNull();
  expect(await here.byId(cards!.id, forCards.id), "its payouts are read").not.toBeNull();
  expect(await here.byId(cards!.id, collects.id)).toBeNull();
  expect(await here.of(http!.id)).toBeNull();
  expect(await here.byId(http!.id, overHttp.id)).toBeNull();
  expect(await here.of(other!.id)).not.toBeNull();
  const production = debits("production");
  expect(await production.of(other!.id)).toBeNull();
  expect(await production.byId(other!.id, collects.id)).toBeNull();
});

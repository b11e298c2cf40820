import { inject, type TestContext } from "vitest";
import { makeAccount } from "./accounts";
import { ok } from "./answer";
import { Api } from "./api";
import type { Body } from "./bodies";
import { makeDatabase } from "./database";
import { serveHere } from "./here";
import { makeProvider } from "./provider";
import { confirmedPlan } from "./scenes";
import { settingsOf } from "./stack";

/** A service of its own, with a provider whose account collects plans: a sandbox's, unless a test says otherwise. */
export async function collecting(
  { onTestFinished }: TestContext,
  {
    changes = {},
    account = {},
    secrets = ["unused-secret"],
  }: {
    changes?: Parameters<typeof serveHere>[0];
    account?: Parameters<typeof makeAccount>[3];
    secrets?: [string, ...string[]];
  } = {},
) {
  const { appKeys, jobsSecret } = inject("stack");
  const settings = {
    ...settingsOf(await makeDatabase(inject("cluster")), appKeys, jobsSecret),
    ...changes,
  };
  const here = await serveHere(settings);
  onTestFinished(here.stop);
  const provider = await makeProvider({}, here.deps.db);
  const { id: accountId } = await makeAccount(here.deps, provider, secrets, account);
  return { here, settings, provider, account: accountId, client: new Api(here.url, provider.key) };
}
export type Collecting = Awaited<ReturnType<typeof collecting>>;

/** A signed plan of a few payments of that amount each, in dollars, 14 days from today on. */
export async function signedPlan(
  { client, provider }: Pick<Collecting, "client" | "provider">,
  { count = 2, amount = 250, frequency = "Fortnightly" } = {},
  changes: Body = {},
) {
  const total = Math.round(count * amount * 100) / 100;
  const { id } = await confirmedPlan(client, provider, {
    pricing: { course_price: total, amount_to_finance: total },
    plan: { payment_frequency: frequency, number_of_instalments: count, instalment_amount: amount },
    ...changes,
  });
  const path = `/v1/provider-checkouts/${id}/payment-plan`;
  return {
    id,
    plan: async (): Promise<Body> => ok(await client.get(path)).body,
    change: (body: Body) => client.post(`${path}/changes`, body),
  };
}

export const advance = async (client: Api, days: number) =>
  ok(await client.post("/v1/sandbox/clock", { advance_days: days })).body;

/** The types of a checkout's events, oldest first. */
export const eventTypes = async (client: Api, id: string): Promise<string[]> =>
  (await client.status(id)).body.timeline.map(({ type }: { type: string }) => type);

import { inject, type TestContext } from "vitest";
import { listAlerts } from "../../lib/db/alerts";
import { newId } from "../../lib/domain/ids";
import { createSandboxGateway } from "../../packages/sandbox-gateway/gateway";
import { Api } from "../support/api";
import { cardToken } from "../support/bodies";
import { makeDatabase } from "../support/database";
import { settingsOver } from "../support/fresh";
import { serveHere } from "../support/here";
import { makeProvider } from "../support/provider";

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** A database of the test's own with the service over it, in which no work runs by itself. */
export async function jobsPlace({ onTestFinished }: TestContext) {
  const databaseUrl = await makeDatabase(inject("cluster"));
  const { jobsSecret } = inject("stack");
  const { url, deps, stop } = await serveHere(settingsOver(databaseUrl));
  onTestFinished(stop);
  const { db } = deps;
  const provider = await makeProvider({}, db);
  return {
    databaseUrl,
    db,
    deps,
    provider,
    client: new Api(url, provider.key),
    /** The gateway as somebody else would use it. */
    gateway: createSandboxGateway(db),
    metrics: () => new Api(url, jobsSecret).get("/api/jobs/metrics"),
  };
}

export type Place = Awaited<ReturnType<typeof jobsPlace>>;

/** What alerts are open, each with its reason. */
export const alertReasons = async ({ db }: Pick<Place, "db">) =>
  (await listAlerts(db, { all: false })).map(({ kind, details }) => [kind, details.reason]);

/** A charge that the gateway makes for somebody who is not the service. */
export const orphan = async (
  { gateway, provider }: Pick<Place, "gateway" | "provider">,
  key: string = newId("cat"),
) => {
  await gateway.charge({
    key,
    providerId: provider.id,
    providerOrderId: "ORD-ORPHAN",
    amountCents: 4_200,
    token: cardToken(),
  });
  return key;
};

import { inject, type TestContext } from "vitest";
import { createDeps, type Deps } from "../../lib/deps";
import { newId } from "../../lib/domain/ids";
import { createSandboxGateway } from "../../lib/gateway/sandbox/gateway";
import { Api } from "../support/api";
import { cardToken } from "../support/bodies";
import { database, makeProvider } from "../support/provider";
import { makeDatabase, settingsOf, startServer } from "../support/stack";

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** A database with a server in which no work runs by itself, and the same service in this process, to run it. */
export async function jobsPlace({ onTestFinished }: TestContext) {
  const databaseUrl = await makeDatabase(inject("cluster"));
  const { appKeys, jobsSecret } = inject("stack");
  const server = await startServer("server", {
    ...settingsOf(databaseUrl, appKeys, jobsSecret),
    TICK_SECONDS: "0",
  });
  const deps = depsOf(databaseUrl, appKeys);
  onTestFinished(async () => {
    await server.stop();
    await deps.close();
  });
  const db = database(databaseUrl);
  const provider = await makeProvider({}, db);
  return {
    databaseUrl,
    db,
    deps,
    provider,
    client: new Api(server.url, provider.key),
    /** The gateway as somebody else would use it. */
    gateway: createSandboxGateway(db),
    metrics: () => new Api(server.url, jobsSecret).get("/api/jobs/metrics"),
  };
}

export type Place = Awaited<ReturnType<typeof jobsPlace>>;

/** The service in this process, on a database. */
export function depsOf(databaseUrl: string, appKeys: string): Deps {
  const settings = {
    ENVIRONMENT: "sandbox",
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: 4,
    DATABASE_PREPARE: "on",
    BASE_URL: "http://localhost:3000",
    APP_KEYS: appKeys,
    TICK_SECONDS: 0,
    GATEWAY_PUBLISHABLE_KEY: "pk_test_providerCheckoutSandbox",
    GATEWAY_TIMEOUT_MS: 5_000,
    WEBHOOK_TIMEOUT_MS: 15_000,
    WEBHOOK_ALLOW_LOOPBACK: "off",
    TRUSTED_PROXY_HOPS: 0,
    RATE_LIMIT_STORE: "memory",
    NODE_ENV: "test",
    LOG_LEVEL: "silent",
  } as const;
  return createDeps(settings, { serves: false });
}

/** A charge that the gateway makes for somebody who is not the service. */
export const orphan = async ({ gateway, provider }: Place, key: string = newId("cat")) => {
  await gateway.charge({
    key,
    providerId: provider.id,
    providerOrderId: "ORD-ORPHAN",
    amountCents: 4_200,
    token: cardToken(),
  });
  return key;
};

import { findApiKey } from "../db/keys";
import { createDeps, type Deps, isUnavailable } from "../deps";
import type { Id } from "../domain/ids";
import type { KnownKey } from "../http/authenticate";
import { createHandler } from "../http/handler";
import { cacheKeys } from "../http/key-cache";
import { type Handle, INSTANCE, START_FAULT } from "../http/types";
import { startTimer } from "../jobs/timer";
import { operationsOf } from "./operations";
import { createPages } from "./pages";

/** The one instance behind both doors: what server.mjs, the route files and server actions share. */
export interface Instance {
  deps: Deps;
  handle: Handle;
  /** What pages, server actions and the proxy work with. */
  pages: ReturnType<typeof createPages>;
  /** Whether the API answers a path, rather than Next. */
  owns(path: string): boolean;
  /** How long a request that is under way may still take when the server is told to stop, in milliseconds. */
  graceMs: number;
  close(): Promise<void>;
}

const OWN_PATHS =
  /^\/*(\/v1|\/api\/provider-checkout|\/api\/provider-checkout-confirm|\/api\/jobs)(\/|$)|^\/openapi\.json$/;

/** What a request with a charge may take before and after its call to the gateway. */
const BESIDE_THE_GATEWAY_MS = 5_000;

/**
 * Builds the instance and publishes it on `globalThis`; a second call gives the same. What keeps it from being built
 * is published too, for Next goes on without it.
 */
export function startInstance(): Instance {
  const global = globalThis as { [INSTANCE]?: Instance; [START_FAULT]?: unknown };
  try {
    global[INSTANCE] ??= createInstance(createDeps());
  } catch (error) {
    global[START_FAULT] = error;
    throw error;
  }
  return global[INSTANCE];
}

/** The API over its adapters: every operation, and what answers a request for one. */
export function createApi(deps: Deps) {
  const operations = operationsOf(deps);
  const handle = createHandler({
    operations,
    environment: deps.environment,
    baseUrl: deps.baseUrl,
    jobsSecret: deps.settings.JOBS_SECRET,
    trustedProxyHops: deps.settings.TRUSTED_PROXY_HOPS,
    findKey: cacheKeys((id, secretSha256) => findKnownKey(deps, id, secretSha256)),
    limits: deps.limits,
    now: deps.now,
    isUnavailable,
    logFault: (message, details) => deps.log.error(details, message),
  });
  return { operations, handle };
}

/** What the instance is over its adapters; with its timer, that of the setting. */
export function createInstance(deps: Deps): Instance {
  const { operations, handle } = createApi(deps);
  if (!deps.mail) deps.log.info({}, "No mail is sent to students: SMTP_URL is not set");
  const timer = startTimer(deps, deps.settings.TICK_SECONDS);
  return {
    deps,
    handle,
    pages: createPages(deps, operations),
    owns: (path) => OWN_PATHS.test(path),
    graceMs: deps.settings.GATEWAY_TIMEOUT_MS + BESIDE_THE_GATEWAY_MS,
    async close() {
      await timer.stop();
      await deps.close();
    },
  };
}

async function findKnownKey(deps: Deps, id: Id<"key">, secret: Uint8Array): Promise<KnownKey | null> {
  const row = await findApiKey(deps.db, id, secret, deps.now());
  if (!row) return null;
  const { providerId, code, name, timeZone, scopes, secretSha256, expiresAt, revokedAt } = row;
  return {
    caller: { provider: { id: providerId, code, name, timeZone }, keyId: id, scopes },
    secretSha256,
    expiresAt,
    revokedAt,
  };
}

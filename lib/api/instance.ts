import { findApiKey } from "../db/keys";
import { createDeps, type Deps, isUnavailable } from "../deps";
import type { Id } from "../domain/ids";
import { MAX_BODY_BYTES } from "../domain/limits";
import { subscriberOf } from "../domain/network";
import { readActions } from "../http/actions";
import { answerUnparsed } from "../http/answer";
import type { KnownKey } from "../http/authenticate";
import { connectionOf, watchConnections, withConnection } from "../http/connection";
import { createHandler } from "../http/handler";
import { cacheKeys } from "../http/key-cache";
import { isLoopback } from "../http/origin";
import { isFixed } from "../http/page-table";
import { pageHeaders } from "../http/security-headers";
import { readTarget } from "../http/target";
import { INSTANCE, START_FAULT } from "../http/types";
import { createWays } from "../http/way";
import { startTimer } from "../jobs/timer";
import { placeOf } from "../log";
import { withCheckedKeys } from "../sealing/checked-vault";
import { createHealth, type HealthState } from "./health";
import { publishedDocument } from "./openapi/document";
import { operationsOf } from "./operations";
import { createPages } from "./pages";

/** The build's list of server actions; see next.config.mjs. */
declare const __ACTIONS_FILE__: string | undefined;
const ACTIONS_FILE = typeof __ACTIONS_FILE__ === "undefined" ? null : __ACTIONS_FILE__;

/** What a request with a charge may take before and after its call to the gateway. */
const BESIDE_THE_GATEWAY_MS = 5_000;

let starting: Promise<Instance> | undefined;

/**
 * Builds the instance and publishes it on `globalThis`, once its keys are checked; a second call gives the same. What
 * keeps it from being built is published too, for Next goes on without it.
 */
export function startInstance(): Promise<Instance> {
  starting ??= start();
  return starting;
}

async function start(): Promise<Instance> {
  const global = globalThis as { [INSTANCE]?: Instance; [START_FAULT]?: unknown };
  try {
    if (!global[INSTANCE]) {
      global[INSTANCE] = createInstance(await withCheckedKeys(createDeps()));
      watchConnections();
    }
    return global[INSTANCE];
  } catch (error) {
    global[START_FAULT] = error;
    throw error;
  }
}

/** The API over its adapters: what answers a request, and the document that describes it. */
export function createApi(deps: Deps, state: HealthState = { isDraining: false }) {
  const operations = operationsOf(deps.environment);
  const published = publishedDocument(operations, deps);
  const handle = createHandler({
    operations,
    // The same object, so that an adapter that is replaced in it is replaced for operations too.
    deps: Object.assign(deps, { examine: createHealth(deps, state), published }),
    environment: deps.environment,
    baseUrl: deps.baseUrl,
    jobsSecret: deps.settings.JOBS_SECRET,
    trustedProxyHops: deps.settings.TRUSTED_PROXY_HOPS,
    findKey: cacheKeys((id, secretSha256) => findKnownKey(deps, id, secretSha256)),
    limits: deps.limits,
    now: deps.now,
    isUnavailable,
    logFault: (message, details) => deps.log.error(details, message),
    security: deps.security,
  });
  return { handle, published };
}

/** The one instance behind both doors: what server.mjs, the route files, the proxy and server actions share. */
export type Instance = ReturnType<typeof createInstance>;

/** Builds it over its adapters, and starts its timer. */
export function createInstance(deps: Deps) {
  const state: HealthState = { isDraining: false };
  const { handle, published } = createApi(deps, state);
  const { baseUrl, settings } = deps;
  const isDevelopment = settings.NODE_ENV === "development";
  const target = (sent: string) => readTarget(sent, hostsOf(baseUrl));
  if (deps.environment === "production" && isLoopback(baseUrl))
    deps.log.warn(
      { baseUrl },
      "Links in mails and answers lead to this machine: BASE_URL is not set, or loopback",
    );
  if (!deps.mail) deps.log.info({}, "No mail is sent to students: SMTP_URL is not set");
  const timer = startTimer(deps, deps.settings.TICK_SECONDS);
  return {
    deps,
    handle,
    /** What pages, server actions and the proxy work with. */
    pages: createPages(deps, published),
    /** Headers of every page and file. */
    pageHeaders: pageHeaders(baseUrl),
    maxFormBytes: MAX_BODY_BYTES,
    /** Of a form that was let in, where it came from and went to, in our own words. */
    formHeaders: { origin: new URL(baseUrl).origin, "x-forwarded-host": new URL(baseUrl).host },
    readTarget: target,
    wayOf: createWays(readActions(isDevelopment ? null : ACTIONS_FILE), isDevelopment),
    /** Whose an IP address is, as far as limits go. */
    senderOf: subscriberOf,
    isFixed,
    /** The answer to what node could not read as a request, by the code of its error. */
    answerUnparsed: (code: string | undefined) => answerUnparsed(code, baseUrl),
    withConnection,
    /** The request under way as it arrived; null where nobody knows. */
    received() {
      const connection = connectionOf();
      return connection ? { ...connection, target: target(connection.target) } : null;
    },
    /** Something happened that nobody expected: it is logged, and the instance is not ready any more. */
    fail(error: unknown) {
      state.isDraining = true;
      deps.log.error(
        { fault: placeOf(error) },
        "A fault that nobody expected: this process finishes its requests and ends",
      );
    },
    /** An error that ends nothing is logged by its place. */
    note: (error: unknown, words: string) => deps.log.error({ fault: placeOf(error) }, words),
    /** From now on the instance is not ready: it is about to be closed. */
    drain() {
      state.isDraining = true;
    },
    /** How long a request that is under way may still take when the server is told to stop, in milliseconds. */
    graceMs: Math.max(settings.GATEWAY_TIMEOUT_MS, settings.AGREEMENT_TIMEOUT_MS) + BESIDE_THE_GATEWAY_MS,
    async close() {
      await timer.stop();
      await deps.close();
    },
  };
}

/** The names that a request in absolute form may give us. On a laptop those of loopback are one. */
function hostsOf(baseUrl: string): string[] {
  const { host, port } = new URL(baseUrl);
  const suffix = port && `:${port}`;
  return isLoopback(baseUrl) ? ["localhost", "127.0.0.1", "[::1]"].map((name) => name + suffix) : [host];
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

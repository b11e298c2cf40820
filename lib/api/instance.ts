import { findApiKey } from "../db/keys";
import { createDeps, type Deps, isUnavailable } from "../deps";
import type { Id } from "../domain/ids";
import { MAX_BODY_BYTES } from "../domain/limits";
import { subscriberOf } from "../domain/network";
import { readActions } from "../http/actions";
import { answerUnparsed } from "../http/answer";
import type { KnownKey } from "../http/authenticate";
import { type Connection, connectionOf, watchConnections, withConnection } from "../http/connection";
import { createHandler } from "../http/handler";
import { cacheKeys } from "../http/key-cache";
import { isLoopback } from "../http/origin";
import { isFixed } from "../http/page-table";
import { pageHeaders } from "../http/security-headers";
import { readTarget, type Target } from "../http/target";
import { type ApiResponse, type Handle, INSTANCE, START_FAULT } from "../http/types";
import { type Asking, createWays, type Way } from "../http/way";
import { startTimer } from "../jobs/timer";
import { placeOf } from "../log";
import { withCheckedKeys } from "../sealing/checked-vault";
import { createHealth, type HealthState } from "./health";
import { publishedDocument } from "./openapi/document";
import { operationsOf } from "./operations";
import { createPages } from "./pages";

/** The one instance behind both doors: what server.mjs, the route files and server actions share. */
export interface Instance {
  deps: Deps;
  handle: Handle;
  /** What pages, server actions and the proxy work with. */
  pages: ReturnType<typeof createPages>;
  /** Headers of every page and file. */
  pageHeaders: Readonly<Record<string, string>>;
  maxFormBytes: number;
  /** Of a form that was let in, where it came from and went to, in our own words. */
  formHeaders: Readonly<Record<string, string>>;
  /** What is asked for by the target of a request, as it was sent. */
  readTarget(target: string): Target;
  /** Who answers a request. */
  wayOf(asking: Asking): Way;
  /** Whose an IP address is, as far as limits go. */
  senderOf(address: string): string;
  /** Whether a page is the same for whoever asks. */
  isFixed(path: string): boolean;
  /** The answer to what node could not read as a request, by the code of its error. */
  answerUnparsed(code: string | undefined): ApiResponse;
  withConnection<T>(connection: Connection, work: () => T): T;
  /** The request under way as it arrived; null where nobody knows. */
  received(): { target: Target; address: string; isAdmitted: boolean } | null;
  /** Something happened that nobody expected: it is logged, and the instance is not ready any more. */
  fail(error: unknown): void;
  /** An error that ends nothing is logged by its place. */
  note(error: unknown, words: string): void;
  /** From now on the instance is not ready: it is about to be closed. */
  drain(): void;
  /** How long a request that is under way may still take when the server is told to stop, in milliseconds. */
  graceMs: number;
  close(): Promise<void>;
}

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
    deps: { ...deps, examine: createHealth(deps, state), published },
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

/** What the instance is over its adapters; with its timer, that of the setting. */
export function createInstance(deps: Deps): Instance {
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
    pages: createPages(deps, published),
    pageHeaders: pageHeaders(baseUrl),
    maxFormBytes: MAX_BODY_BYTES,
    formHeaders: { origin: new URL(baseUrl).origin, "x-forwarded-host": new URL(baseUrl).host },
    readTarget: target,
    wayOf: createWays(readActions(isDevelopment ? null : ACTIONS_FILE), isDevelopment),
    senderOf: subscriberOf,
    isFixed,
    answerUnparsed: (code) => answerUnparsed(code, baseUrl),
    withConnection,
    received() {
      const connection = connectionOf();
      return connection ? { ...connection, target: target(connection.target) } : null;
    },
    fail(error) {
      state.isDraining = true;
      deps.log.error(
        { fault: placeOf(error) },
        "A fault that nobody expected: this process finishes its requests and ends",
      );
    },
    note: (error, words) => deps.log.error({ fault: placeOf(error) }, words),
    drain() {
      state.isDraining = true;
    },
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

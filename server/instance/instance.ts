import type { IncomingMessage, ServerResponse } from "node:http";
import { findApiKey } from "../../lib/db/keys";
import type { Id } from "../../lib/domain/ids";
import type { Fault } from "../../lib/domain/meters";
import { answerUnparsed } from "../../lib/http/answer";
import type { KnownKey } from "../../lib/http/authenticate";
import { createHandler } from "../../lib/http/handler";
import { clockFrom } from "../../packages/dates/time";
import { callerAddress } from "../../packages/http/address";
import { compressed } from "../../packages/http/compress";
import { connectionOf, watchConnections, withConnection } from "../../packages/http/connection";
import { isLoopback } from "../../packages/http/origin";
import { pageHeaders } from "../../packages/http/security-headers";
import { readTarget } from "../../packages/http/target";
import { type Handle, INSTANCE, START_FAULT } from "../../packages/http/types";
import { subscriberOf } from "../../packages/net/addresses";
import { startTracing } from "../../packages/tracing/span";
import { createFollowUp } from "../background/follow-up";
import { startTimer } from "../background/timer";
import { withCheckedKeys } from "../keys/checked-vault";
import { placeOf } from "../log";
import { createMetrics } from "../metrics/read";
import { createPageFiles } from "../pages/page-files";
import { fileAt, methodsOfPage, pageAt } from "../pages/page-table";
import { type Asking, wayOf } from "../pages/way";
import { releaseQuery } from "../settings/env";
import { createDeps, type Deps, hasTimer, isUnavailable } from "./deps";
import { createHealth, type HealthState } from "./health";
import { cacheKeys } from "./key-cache";
import { servedOperations } from "./operations";
import { createPages } from "./pages";
import { publishedDocument } from "./published-document";

/** The build's own folder; see next.config.mjs. */
declare const __BUILD_FOLDER__: string | undefined;
const BUILD_FOLDER = typeof __BUILD_FOLDER__ === "undefined" ? ".next" : __BUILD_FOLDER__;

/** For so long after a call to the API pages leave room for the next. */
const CALLS_LATELY_MS = 1_000;
/** Keeps what `/readyz` tells from memory fresh. */
const LOOK_EVERY_MS = 1_000;
const HEALTH_CHECKS = ["/livez", "/readyz"];

/** How long a request with a charge may take beside its call to the gateway. */
const BESIDE_THE_GATEWAY_MS = 5_000;

/** Faults that end nothing. */
const NOTED = {
  rejection: "A promise failed that nobody waited for",
  page: "Next met a fault",
  request: "A request could not be answered",
} as const satisfies Partial<Record<Fault, string>>;

let starting: Promise<Instance> | undefined;

/**
 * Builds the one instance and publishes it on `globalThis`; a second call returns the same. An error is published too,
 * for server/serve.mjs: Next would only log it and go on.
 * @throws Error, a StartRefused if somebody can fix it
 */
export function startInstance(): Promise<Instance> {
  starting ??= start();
  return starting;
}

async function start(): Promise<Instance> {
  const global = globalThis as { [INSTANCE]?: Instance; [START_FAULT]?: unknown };
  try {
    if (!global[INSTANCE]) {
      const stopTracing = startTracing();
      global[INSTANCE] = createInstance(await withCheckedKeys(createDeps()), stopTracing);
      watchConnections();
    }
    return global[INSTANCE];
  } catch (error) {
    global[START_FAULT] = error;
    throw error;
  }
}

export function createApi(
  deps: Deps,
  state: HealthState = { isDraining: false },
  operations = servedOperations(deps.environment),
) {
  const { baseUrl, environment, settings } = deps;
  const published = publishedDocument({ baseUrl, environment, contact: settings.OPERATOR_CONTACT });
  const health = createHealth(deps, state);
  const handle = createHandler({
    operations,
    methodsOfPage,
    // The same object, so that an adapter that is replaced in it is replaced for operations too.
    deps: Object.assign(deps, {
      health,
      metrics: createMetrics(deps, health),
      published,
    }),
    environment: deps.environment,
    baseUrl: deps.baseUrl,
    jobsSecret: deps.settings.JOBS_SECRET,
    trustedProxyHops: deps.settings.TRUSTED_PROXY_HOPS,
    findKey: cacheKeys((id, secretSha256) => findKnownKey(deps, id, secretSha256)),
    limits: deps.limits,
    isUnavailable,
    logFault: (message, details) => deps.log.error(details, message),
    security: deps.security,
    meters: deps.meters,
    access: deps.access,
    // Read at each request: a test takes it away from a server that runs.
    get requestLog() {
      return deps.requestLog;
    },
  });
  return { handle, published, health };
}

/** What server/serve.mjs, the route files, the proxy and server actions share. */
export type Instance = ReturnType<typeof createInstance>;

function createInstance(deps: Deps, stopTracing = async () => {}) {
  const state: HealthState = { isDraining: false };
  const { handle: answer, published, health } = createApi(deps, state);
  let calledAt = Number.NEGATIVE_INFINITY;
  const handle: Handle = (request) => {
    // Those come every second from a load balancer, and are answered in no time.
    if (!HEALTH_CHECKS.includes(request.path)) calledAt = performance.now();
    return answer(request);
  };
  const { baseUrl, settings, access } = deps;
  const isDevelopment = settings.NODE_ENV === "development";
  const hosts = hostsOf(baseUrl);
  const target = (sent: string) => readTarget(sent, hosts);
  const timer = hasTimer(settings) ? startTimer(deps, settings.TICK_SECONDS) : { stop: async () => {} };
  const followUp = hasTimer(settings) ? null : createFollowUp(deps);
  void health.known();
  const looking = hasTimer(settings) ? setInterval(health.known, LOOK_EVERY_MS).unref() : undefined;
  let stopped: Promise<void> | undefined;
  return {
    deps,
    handle,
    pages: createPages(deps, published, () => performance.now() - calledAt < CALLS_LATELY_MS),
    /** What pages that Next does not draw link to. */
    pageFiles: createPageFiles(BUILD_FOLDER, releaseQuery(), isDevelopment ? baseUrl : null),
    pageHeaders: pageHeaders(baseUrl),
    /** Headers that Next compares again: once a form is let in, it gets the configured values. */
    formHeaders: { origin: new URL(baseUrl).origin, "x-forwarded-host": new URL(baseUrl).host },
    readTarget: target,
    wayOf: (asking: Asking) => wayOf(asking, isDevelopment),
    senderOf: subscriberOf,
    /** Whether what a page answers to a GET holds no secret. */
    mayBeCompressed(path: string) {
      const page = pageAt(path);
      return Boolean(page?.isOpen || page?.isFixed);
    },
    isStreamed: (path: string) => pageAt(path)?.isStreamed ?? false,
    compressed,
    answerUnparsed(code: string | undefined) {
      const since = performance.now();
      const answer = answerUnparsed(code, baseUrl);
      const { status, headers, body } = answer;
      const known = { method: "", route: null, status, since, requestId: headers["Request-Id"] ?? null };
      access?.tell({ ...known, bytes: Buffer.byteLength(body ?? ""), address: "" });
      return answer;
    },
    withConnection,
    /** Whether the request that is under way failed because something was not available. */
    isUnavailable: () => connectionOf()?.isUnavailable ?? false,
    /** What goes on after an answer that wrote something, where there is no timer; null where there is one. */
    followUp,
    /** The same for an operation's answer, which is logged too. */
    followUpOf: (method: string, path: string, status: number) =>
      followUp &&
      (async () => {
        await Promise.all([
          deps.requestLog?.flush(),
          wroteSomething(method, path, status) ? followUp() : undefined,
        ]);
      }),
    /** A request for a page or file has arrived: it is counted, and told in the log, once it is answered. */
    pageAsked({ method = "", headers, socket }: IncomingMessage, response: ServerResponse, path: string) {
      const [since, answered] = [performance.now(), deps.meters.request()];
      const route = fileAt(path) ?? pageAt(path)?.path ?? null;
      const address = callerAddress(
        socket.remoteAddress ?? "",
        headers["x-forwarded-for"]?.toString(),
        settings.TRUSTED_PROXY_HOPS,
      );
      response.once("close", () => {
        // 499: the client had gone before there was an answer.
        const status = response.headersSent ? response.statusCode : 499;
        const bytes = method === "HEAD" ? 0 : Number(response.getHeader("content-length") ?? 0);
        const requestId = response.getHeader("request-id")?.toString() ?? null;
        answered(route ?? "none", method, status);
        access?.tell({ method, route, status, since, bytes, requestId, address });
      });
    },
    /** The request under way as it arrived; null where its connection is not known. */
    received() {
      const connection = connectionOf();
      if (!connection) return null;
      const { path, query } = target(connection.target);
      return { ...connection, target: { path, query: withoutRouting(query) } };
    },
    /** After an unexpected fault the instance is not ready any more. */
    fail(error: unknown) {
      state.isDraining = true;
      deps.meters.fault("exception");
      const words = "An unexpected fault: this process finishes its requests and ends";
      deps.log.error({ fault: placeOf(error) }, words);
    },
    /** Logs where an error happened, and not its message, which could quote a request. */
    note(error: unknown, kind: keyof typeof NOTED) {
      deps.meters.fault(kind);
      deps.log.error({ fault: placeOf(error) }, NOTED[kind]);
    },
    /** The instance is about to be closed: it begins no background work, and load balancers should send requests elsewhere. */
    drain() {
      state.isDraining = true;
      stopped ??= timer.stop();
    },
    /** How long requests are still taken after that. */
    drainMs: settings.DRAIN_MS,
    /** How long requests under way may still take when the server is told to stop. */
    graceMs: settings.GATEWAY_TIMEOUT_MS + BESIDE_THE_GATEWAY_MS,
    async close() {
      clearInterval(looking);
      // Another process makes the documents that wait here.
      await deps.agreements.close();
      await (stopped ?? timer.stop());
      await deps.close();
      await stopTracing();
    },
  };
}

/** A refusal writes nothing but where a card was declined. The drain route has done the work itself. */
const wroteSomething = (method: string, path: string, status: number) =>
  !["GET", "HEAD", "OPTIONS"].includes(method) &&
  !path.startsWith("/api/jobs/") &&
  (status < 400 || status === 402);

/** A platform's routing adds what it has read of a path, `nxtP…`, to the query: Next takes it away only where it reads itself. */
const withoutRouting = (query: string) =>
  query
    .split("&")
    .filter((one) => !one.startsWith("nxtP"))
    .join("&");

/** Our own hosts in an absolute request target; all names of loopback count as one. */
function hostsOf(baseUrl: string): string[] {
  const { host, port } = new URL(baseUrl);
  const suffix = port && `:${port}`;
  return isLoopback(baseUrl) ? ["localhost", "127.0.0.1", "[::1]"].map((name) => name + suffix) : [host];
}

async function findKnownKey(deps: Deps, id: Id<"key">, secret: Uint8Array): Promise<KnownKey | null> {
  const row = await findApiKey(deps.db, id, secret);
  if (!row) return null;
  const { provider, scopes, secretSha256, expiresAt, revokedAt } = row;
  return {
    caller: { provider, keyId: id, scopes, now: clockFrom(row.readAt) },
    secretSha256,
    expiresAt,
    revokedAt,
  };
}

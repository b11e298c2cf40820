import type { ServiceDeps } from "../../lib/api/operation";
import { createVault, KeysNotChecked } from "../../lib/crypto/vault";
import { type Db, openDatabase } from "../../lib/db/client";
import { takeFromBucket } from "../../lib/db/rate-buckets";
import { writeRequests } from "../../lib/db/request-log";
import type { Log } from "../../lib/domain/log";
import { GatewayNotReached } from "../../lib/gateway/port";
import { createRequestLog, type RequestLog } from "../../lib/http/request-log";
import { createSecurityEvents, type SecurityEvents } from "../../lib/http/security-events";
import type { Mail } from "../../lib/mail/context";
import { type AccessLog, createAccessLog } from "../../packages/http/access-log";
import { type BucketStore, memoryBuckets } from "../../packages/http/limits/bucket";
import { sharedBuckets } from "../../packages/http/limits/shared";
import { createSmtp } from "../../packages/mail/smtp";
import { isDatabaseUnavailable } from "../../packages/postgres-guard/faults";
import { createAgreementRenderer } from "../documents/renderer";
import { createDeclines } from "../limits/declines";
import { createLimits, type Limits } from "../limits/limits";
import { createLog } from "../log";
import { meteredRenderer, meteredTransport } from "../metrics/metered";
import { createMeters, type OwnMeters } from "../metrics/meters";
import { type Env, env, ofSupervisor } from "../settings/env";
import { currentGateway } from "../settings/gateways";
import { openProcessors } from "./processors";

export interface Deps extends ServiceDeps {
  settings: Env;
  /** Null where nothing is limited. */
  limits: Limits | null;
  security: SecurityEvents;
  access: AccessLog | null;
  /** Null where a test counts what a request asks of the database. */
  requestLog: RequestLog | null;
  close(): Promise<void>;
}

/** @param options `serves`: false for a process that only works in the background, and starts its renderer when there is work for it */
export function createDeps(settings: Env = env(), { serves = true } = {}): Deps {
  const log = createLog(settings.LOG_LEVEL);
  const { place, restarts } = ofSupervisor();
  const build = { environment: settings.ENVIRONMENT, node: process.version };
  const meters = createMeters(build, place, restarts);
  const mail = chooseMail(settings, meters);
  const database = openDatabase({
    url: settings.DATABASE_URL,
    poolSize: settings.DATABASE_POOL_SIZE,
    prepare: settings.DATABASE_PREPARE === "on",
    limitMs: settings.TEST_LIMIT_MS,
    name: "provider-checkout",
  });
  meters.pool(settings.DATABASE_POOL_SIZE, database.load);
  const processors = openProcessors(settings, meters);
  const current = processors.configured(currentGateway(settings));
  const earlier = (settings.GATEWAY_EARLIER ?? []).map(processors.configured);
  const vault = createVault(settings.APP_KEYS);
  // On a platform most processes never make an agreement.
  const warm = serves && settings.platform === null;
  const renderer = createAgreementRenderer({ warm });
  const agreements = meteredRenderer(renderer, meters);
  // Whoever asks for these lines gets them, however little else is logged.
  const access = createLog(settings.LOG_LEVEL === "silent" ? "silent" : "info");
  const security = createSecurityEvents((line, message) => log.warn(line, message));
  const limited = chooseLimits(settings, place, database.db, log);
  const requestLog = createRequestLog(
    (requests) => writeRequests(database.db, requests),
    (count, error) => log.warn({ count, error }, "Requests are missing in the log of requests"),
    hasTimer(settings),
  );
  const making: Deps["making"] = new Map();
  const keeper = { db: database.db, vault, log };
  return {
    db: database.db,
    gateway: current.gateway,
    earlierGateways: new Map(earlier.map(({ gateway }) => [gateway.id, gateway])),
    sandboxExtras: new Map(
      settings.ENVIRONMENT === "sandbox"
        ? [current, ...earlier].map(({ gateway, extras }) => [gateway.id, extras])
        : [],
    ),
    gatewayTimeoutMs: settings.GATEWAY_TIMEOUT_MS,
    vault,
    accounts: processors.accounts(keeper),
    debits: processors.debits(keeper),
    agreements,
    making,
    environment: settings.ENVIRONMENT,
    webhooks: {
      timeoutMs: settings.WEBHOOK_TIMEOUT_MS,
      allowLoopback: settings.WEBHOOK_ALLOW_LOOPBACK === "on",
    },
    mail,
    baseUrl: settings.BASE_URL,
    log,
    meters,
    settings,
    keysAreChecked: () => true,
    limits: limited?.limits ?? null,
    declines:
      limited &&
      createDeclines(limited.store, (by, { address, requestId, providerCode }) => {
        security.note("declines_unusual", by, { address, requestId, providerCode });
        meters.unusualDeclines(by);
      }),
    security,
    requestLog,
    access: createAccessLog(settings.ACCESS_LOG, (line) => access.info(line, "Answered")),
    async close() {
      await agreements.close();
      // Each ends its lease, so that another process can make the document.
      await Promise.all(making.values());
      await requestLog.flush();
      await Promise.all([database.close(), processors.close(), mail?.transport?.close()]);
    },
  };
}

/** On a platform that freezes processes no timer is to be caught in the middle of a query. */
export const hasTimer = ({ platform, TICK_SECONDS }: Pick<Env, "platform" | "TICK_SECONDS">) =>
  platform === null || TICK_SECONDS > 0;

/** Contract section 11: 100 requests a second and key in production, 25 in the sandbox. */
function chooseLimits(settings: Env, place: string | null, db: Db, log: Log) {
  const perSecond = settings.RATE_LIMIT_PER_SECOND ?? (settings.ENVIRONMENT === "production" ? 100 : 25);
  if (perSecond === 0) return null;
  const key = { perSecond, capacity: settings.RATE_LIMIT_BURST ?? 4 * perSecond };
  const counts = settings.RATE_LIMIT_STORE ?? (place === null ? "memory" : "postgres");
  const limited = (store: BucketStore) => ({ store, limits: createLimits({ key, store }) });
  if (counts === "memory") return limited(memoryBuckets());
  const ofServers: BucketStore = { take: (...asked) => takeFromBucket(db, ...asked) };
  const onFault = (error: unknown) =>
    log.warn({ error }, "Limits are counted in this process while the database does not respond");
  return limited(sharedBuckets(ofServers, onFault, memoryBuckets(), settings.TEST_LIMIT_MS));
}

const MAIL_TIMEOUT_MS = 20_000;
/** RFC 2606: `.invalid` is nobody's domain. */
const KEPT_FROM = "enrolments@provider-checkout.invalid";

/** Null where no mails are made. */
function chooseMail(settings: Env, meters: OwnMeters): Mail | null {
  const { SMTP_URL: url, MAIL_FROM: from, MAIL_KEEP: keep } = settings;
  if (keep === "on") return { from: from ?? KEPT_FROM, transport: null };
  if (!url || !from) return null;
  const timeoutMs = settings.SMTP_TIMEOUT_MS ?? MAIL_TIMEOUT_MS;
  return { from, transport: meteredTransport(createSmtp({ url, timeoutMs }), meters) };
}

/** Whether an error means that the database or the gateway cannot be reached or is busy. */
export function isUnavailable(error: unknown): boolean {
  return (
    isDatabaseUnavailable(error) || error instanceof GatewayNotReached || error instanceof KeysNotChecked
  );
}

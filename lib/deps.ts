import { createAgreementRenderer, RendererBusy } from "./agreement/renderer";
import type { CheckoutDeps, Log } from "./checkout/context";
import { createSharing } from "./checkout/shared-work";
import { createVault } from "./crypto/vault";
import { type Db, openDatabase } from "./db/client";
import { isDatabaseUnavailable } from "./db/errors";
import { takeFromBucket } from "./db/rate-buckets";
import { type Env, env } from "./env";
import type { DeliveryDeps, WebhookSettings } from "./events/context";
import { createHttpGateway } from "./gateway/http-client";
import { type CardGateway, GatewayNotReached, type TestGateway } from "./gateway/port";
import { createSandboxGateway } from "./gateway/sandbox/gateway";
import { withTimeout } from "./gateway/timeout";
import { type BucketStore, memoryBuckets } from "./http/limits/bucket";
import { createLimits, type Limits } from "./http/limits/limits";
import { watched } from "./http/limits/watched";
import { createSecurityEvents, type SecurityEvents } from "./http/security-events";
import { createLog } from "./log";
import type { MailDeps } from "./mail/context";
import type { Mail } from "./mail/port";
import { createSmtp } from "./mail/smtp";

export interface Deps extends CheckoutDeps, DeliveryDeps, MailDeps {
  log: Log;
  mail: Mail | null;
  settings: Env;
  /** Null where nothing is limited. */
  limits: Limits | null;
  /** Attempts on the service, on their way to the log. */
  security: SecurityEvents;
  close(): Promise<void>;
}

/**
 * The one place where adapters are chosen.
 * @param options `serves` is false for what only works in the background: it makes no agreements ready.
 */
export function createDeps(settings: Env = env(), { serves = true } = {}): Deps {
  const log = createLog(settings.LOG_LEVEL);
  const webhooks = webhookSettings(settings);
  const mail = chooseMail(settings);
  const prepare = settings.DATABASE_PREPARE === "on";
  const database = openDatabase({
    url: settings.DATABASE_URL,
    poolSize: settings.DATABASE_POOL_SIZE,
    prepare,
    name: "provider-checkout",
  });
  const card = chooseGateway(settings);
  const agreements = createAgreementRenderer({ warm: serves, timeoutMs: settings.AGREEMENT_TIMEOUT_MS });
  const security = createSecurityEvents((line, message) => log.warn(line, message));
  return {
    db: database.db,
    gateway: withTimeout(card.gateway, settings.GATEWAY_TIMEOUT_MS),
    gatewayTimeoutMs: settings.GATEWAY_TIMEOUT_MS,
    testGateway: settings.ENVIRONMENT === "sandbox" ? card.gateway : null,
    vault: createVault(settings.APP_KEYS),
    agreements,
    confirms: createSharing(),
    environment: settings.ENVIRONMENT,
    webhooks,
    mail,
    baseUrl: settings.BASE_URL,
    now: () => new Date(),
    log,
    settings,
    limits: chooseLimits(settings, database.db, log),
    security,
    async close() {
      security.close();
      await Promise.all([database.close(), card.close(), agreements.close(), mail?.transport?.close()]);
    },
  };
}

/** Contract section 11: 100 requests a second and key in production, 25 in the sandbox, and a bucket of four seconds. */
function chooseLimits(settings: Env, db: Db, log: Log): Limits | null {
  const perSecond = settings.RATE_LIMIT_PER_SECOND ?? (settings.ENVIRONMENT === "production" ? 100 : 25);
  if (perSecond === 0) return null;
  const key = { perSecond, capacity: settings.RATE_LIMIT_BURST ?? 4 * perSecond };
  if (settings.RATE_LIMIT_STORE === "memory") return createLimits({ key, store: memoryBuckets() });
  const shared: BucketStore = { take: (...asked) => takeFromBucket(db, ...asked) };
  const onFault = (error: unknown) =>
    log.warn({ error }, "Limits are counted in this process while the database does not answer");
  return createLimits({ key, store: watched(shared, onFault), otherwise: memoryBuckets() });
}

/** @throws Error where production is to reach receivers on its own machine */
function webhookSettings(settings: Env): WebhookSettings {
  const allowLoopback = settings.WEBHOOK_ALLOW_LOOPBACK === "on";
  if (allowLoopback && settings.ENVIRONMENT === "production")
    throw new Error(
      "WEBHOOK_ALLOW_LOOPBACK=on is for the sandbox: in production a provider could make the service call itself.",
    );
  return { timeoutMs: settings.WEBHOOK_TIMEOUT_MS, allowLoopback };
}

const MAIL_TIMEOUT_MS = 20_000;
/** A domain that never is anybody's. */
const KEPT_FROM = "enrolments@provider-checkout.invalid";

/**
 * How students are written to; null where they are not.
 * @throws Error where the settings contradict each other
 */
function chooseMail(settings: Env): Mail | null {
  const { SMTP_URL: url, MAIL_FROM: from, MAIL_KEEP: keep } = settings;
  if (keep === "on") {
    if (settings.ENVIRONMENT === "production")
      throw new Error("MAIL_KEEP=on is for the sandbox: whoever reaches it can read every mail.");
    if (url) throw new Error("SMTP_URL and MAIL_KEEP=on: take one. Mails are sent, or kept to be read.");
    return { from: from ?? KEPT_FROM, transport: null };
  }
  if (!url) return null;
  if (!from) throw new Error("SMTP_URL needs MAIL_FROM, the address that students' mails come from.");
  const timeoutMs = settings.SMTP_TIMEOUT_MS ?? MAIL_TIMEOUT_MS;
  return { from, transport: createSmtp({ url, timeoutMs }) };
}

/** @throws Error where the gateway and ENVIRONMENT do not agree: live cards in production, and nowhere else. */
function chooseGateway(settings: Env): { gateway: CardGateway & TestGateway; close(): Promise<void> } {
  const mode = settings.GATEWAY_PUBLISHABLE_KEY.startsWith("pk_live_") ? "live" : "test";
  if (settings.ENVIRONMENT === "sandbox" && mode === "live")
    throw new Error(
      "ENVIRONMENT=sandbox needs a pk_test_ GATEWAY_PUBLISHABLE_KEY: a pk_live_ one charges real cards, which takes ENVIRONMENT=production.",
    );
  if (settings.ENVIRONMENT === "production" && (mode !== "live" || !settings.GATEWAY_URL))
    throw new Error(
      "ENVIRONMENT=production needs GATEWAY_URL and a pk_live_ GATEWAY_PUBLISHABLE_KEY: the sandbox gateway does not run in production.",
    );
  if (settings.GATEWAY_URL) {
    const gateway = createHttpGateway({
      url: settings.GATEWAY_URL,
      secret: settings.GATEWAY_SECRET,
      mode,
      timeoutMs: settings.GATEWAY_TIMEOUT_MS,
    });
    return { gateway, close: async () => {} };
  }
  const database = openDatabase({
    url: settings.SANDBOX_GATEWAY_DATABASE_URL ?? settings.DATABASE_URL,
    poolSize: 5,
    prepare: settings.DATABASE_PREPARE === "on",
    name: "sandbox-gateway",
  });
  return { gateway: createSandboxGateway(database.db), close: database.close };
}

/** Whether an error says that something the service depends on cannot be reached or has no time at the moment. */
export function isUnavailable(error: unknown): boolean {
  return isDatabaseUnavailable(error) || error instanceof GatewayNotReached || error instanceof RendererBusy;
}

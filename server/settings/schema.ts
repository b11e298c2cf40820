import { z } from "zod";
import { LONGEST } from "../../lib/domain/limits";
import { isEmail, readText } from "../../packages/text/text";
import { earlierGateways, gatewayId } from "./gateways";

const positive = (otherwise: number) => z.coerce.number().int().positive().default(otherwise);

/** Elsewhere it would get the secrets of real accounts. */
const loopback = z
  .string()
  .regex(/^http:\/\/(localhost|127(\.\d{1,3}){3})(:\d+)?\/?$/, "must be an http:// address on this machine.");

export const settingsSchema = z.object({
  /** One deployment is one environment. The sandbox gateway refuses to run in production. */
  ENVIRONMENT: z.enum(["sandbox", "production"]).default("sandbox"),
  DATABASE_URL: z.string({
    error: "is missing: set it to the PostgreSQL database, for example postgres://user:secret@host/name.",
  }),
  /** The database's own address where DATABASE_URL names a pooler; for migrations. */
  DIRECT_DATABASE_URL: z.string().min(1).optional(),
  DATABASE_POOL_SIZE: positive(10),
  /** `off` behind a transaction pooler, which cannot keep named statements. */
  DATABASE_PREPARE: z.enum(["on", "off"]).default("on"),
  /**
   * How a commit outlives its machine, for `npm run doctor`: by a synchronous standby, or `managed`, by storage below
   * PostgreSQL that keeps it more than once.
   */
  DATABASE_DURABILITY: z.enum(["standby", "managed"]).default("standby"),
  /** The address under which browsers and providers reach the service, without a trailing slash. */
  BASE_URL: z
    .url({ protocol: /^https?$/, error: "must be an address that begins with http:// or https://." })
    .default("http://localhost:3000")
    .transform((url) => url.replace(/\/+$/, "")),
  /** The address that the server listens on; without it all of them. */
  HOST: z.string().min(1).optional(),
  /** How many servers `npm start` runs; one for each core if it is not set. server/processes/workers.mjs */
  WORKERS: z.coerce.number().int().min(1).max(64).optional(),
  /** `version:base64 of 32 bytes`, comma-separated, newest first; older ones only open what they sealed. */
  APP_KEYS: z
    .string({ error: "is missing: make keys with `npm run secrets`, and keep them in two places." })
    .regex(
      /^\d{1,4}:[A-Za-z0-9+/]{43}=(,\d{1,4}:[A-Za-z0-9+/]{43}=)*$/,
      "must be a list of version:base64 keys of 32 bytes, with commas between them.",
    ),
  /** What callers of `POST /api/jobs/drain` and of the metrics present; without it these are closed. */
  JOBS_SECRET: z.string().min(16).optional(),
  /** How often this process looks for background work; 0 leaves that to the drain route or a worker. */
  TICK_SECONDS: z.coerce.number().min(0).max(60).default(5),
  /** Milliseconds for which a server that is told to stop still takes requests, so that load balancers notice. */
  DRAIN_MS: z.coerce.number().int().min(0).max(120_000).default(5_000),
  /** `npm run worker` only: where it serves its metrics; without it nowhere. */
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  /** The address that it listens on there. */
  METRICS_HOST: z.string().min(1).default("127.0.0.1"),
  /** A gateway that speaks the port over HTTP; without it the sandbox gateway runs inside this process. */
  GATEWAY_URL: z
    .url({ protocol: /^https?$/, error: "must be an address that begins with http:// or https://." })
    .optional(),
  GATEWAY_SECRET: z.string().min(16).optional(),
  /** What charges record of the gateway, so that only that one is asked about them; by default its address. */
  GATEWAY_ID: gatewayId.optional(),
  /** Gateways that charged before this one, the latest first; needed until none of their charges is open. */
  GATEWAY_EARLIER: earlierGateways.optional(),
  GATEWAY_PUBLISHABLE_KEY: z
    .string()
    .regex(
      /^pk_(test|live)_[0-9A-Za-z]{8,}$/,
      "must be pk_test_ or pk_live_ with 8 or more letters and digits after it.",
    )
    .default("pk_test_providerCheckoutSandbox"),
  GATEWAY_TIMEOUT_MS: z.coerce.number().int().min(100).max(120_000).default(10_000),
  /** Tests only: where a stand-in for Stripe listens on this machine. */
  STRIPE_API_BASE: loopback.optional(),
  /** Tests only: where a stand-in for Pinch listens, and gives out bearer tokens. */
  PINCH_API_BASE: loopback.optional(),
  PINCH_AUTH_BASE: loopback.optional(),
  /** Milliseconds that one attempt at a webhook may take, from connecting to the answer's end. */
  WEBHOOK_TIMEOUT_MS: z.coerce.number().int().min(100).max(120_000).default(15_000),
  /** Sandbox only: `on` lets webhooks reach receivers on this machine, over http too. */
  WEBHOOK_ALLOW_LOOPBACK: z.enum(["on", "off"]).default("off"),
  /** The mail server that students' mails go out by. Without it, and without MAIL_KEEP, none is made. */
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "must be an address that begins with smtp:// or smtps://." })
    .optional(),
  /** The address that they come from; a provider's name stands before it. */
  MAIL_FROM: z
    .string()
    .transform((given) => readText(given, "address", LONGEST.email))
    .refine(isEmail, "must be an email address.")
    .optional(),
  /** Sandbox only: `on` keeps mails instead of sending them. */
  MAIL_KEEP: z.enum(["on", "off"]).optional(),
  /** Opens the kept mails; without it only this machine does. */
  SANDBOX_PASSWORD: z.string().min(12).max(200).optional(),
  /** Milliseconds to connect to the mail server, and to wait for each of its answers. */
  SMTP_TIMEOUT_MS: z.coerce.number().int().min(100).max(120_000).optional(),
  /** The sandbox gateway's own database role; without it the service's. */
  SANDBOX_GATEWAY_DATABASE_URL: z.string().min(1).optional(),
  /** How many proxies of our own are in front of the service: X-Forwarded-For is trusted for as many. */
  TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  /** Requests a second that each API key may go on with; by default that of the environment. 0 limits nobody. */
  RATE_LIMIT_PER_SECOND: z.coerce.number().int().min(0).max(100_000).optional(),
  /** Requests that a key may send at once; by default four seconds' worth. */
  RATE_LIMIT_BURST: z.coerce.number().int().min(1).max(1_000_000).optional(),
  /** Where requests are counted: in each process, or in the database for all of them together. By default as many servers as there are decide. */
  RATE_LIMIT_STORE: z.enum(["memory", "postgres"]).optional(),
  /** Who answers questions and reports of faults: an email address, or the https:// address of a page. */
  OPERATOR_CONTACT: z
    .string()
    .refine(
      (given) => isEmail(given) || (given.startsWith("https://") && URL.canParse(given)),
      "must be an email address or an https:// address.",
    )
    .optional(),
  /** The provider whose portal `/` shows; without it, a page for integrators. */
  HOME_PROVIDER_CODE: z.string().min(1).optional(),
  NODE_ENV: z.enum(["production", "development", "test"]).default("production"),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  /** A line of the log for each request to the API, and for pages of our own server. */
  ACCESS_LOG: z.enum(["off", "on"]).default("off"),
  /** For tests: milliseconds that a statement, its lock and its turn may take, in place of the limits of lib/db. */
  TEST_LIMIT_MS: z.coerce.number().int().positive().optional(),
  /** Test builds only: the crash point (lib/crash-point.ts) at which the process kills itself. */
  CRASH_AT: z.string().optional(),
});

export type Settings = z.output<typeof settingsSchema>;

export interface Env extends Settings {
  /** The platform that the process runs on, which freezes it between requests; null elsewhere. */
  platform: string | null;
}

export const SETTINGS = settingsSchema.shape;

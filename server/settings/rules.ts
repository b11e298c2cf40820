import { isThisMachine } from "../../packages/net/addresses";
import { readAddress } from "../../packages/postgres-guard/address";
import { currentGateway } from "./gateways";
import type { SETTINGS, Settings } from "./schema";

/** What is wrong with a setting, and what to do. It never holds the value. */
type Fault = `${keyof typeof SETTINGS}: ${string}`;

const ANOTHER = "make another with `npm run secrets`.";

/** Settings that are each well-formed, and contradict each other or are too weak for real money. */
export function* faultsIn(settings: Settings): Generator<Fault> {
  yield* keyFaults(settings.APP_KEYS);
  const { GATEWAY_EARLIER = [], MAIL_FROM, SMTP_URL } = settings;
  if (SMTP_URL && !MAIL_FROM)
    yield "MAIL_FROM: is missing beside SMTP_URL: set the address that students' mails come from.";
  if ((settings.PINCH_API_BASE === undefined) !== (settings.PINCH_AUTH_BASE === undefined))
    yield "PINCH_AUTH_BASE: is used together with PINCH_API_BASE, so that a stand-in gets no real secret. Set both or neither.";
  const ids = [currentGateway(settings), ...GATEWAY_EARLIER].map(({ id }) => id);
  if (new Set(ids).size < ids.length)
    yield "GATEWAY_EARLIER: uses an id twice, or the id of the gateway that charges. Give each its own id, and leave out the one that charges.";
  yield* settings.ENVIRONMENT === "production" ? productionFaults(settings) : sandboxFaults(settings);
}

function* sandboxFaults({ GATEWAY_PUBLISHABLE_KEY, MAIL_KEEP, SMTP_URL }: Settings): Generator<Fault> {
  if (GATEWAY_PUBLISHABLE_KEY.startsWith("pk_live_"))
    yield "GATEWAY_PUBLISHABLE_KEY: is a pk_live_ one, which charges real cards: set a pk_test_ key, or ENVIRONMENT=production.";
  if (MAIL_KEEP === "on" && SMTP_URL)
    yield "MAIL_KEEP: cannot be on together with SMTP_URL, because mails are either sent or kept. Use one of them.";
}

function* productionFaults(settings: Settings): Generator<Fault> {
  const { GATEWAY_EARLIER = [], GATEWAY_SECRET, GATEWAY_URL, JOBS_SECRET } = settings;
  yield* baseUrlFaults(settings.BASE_URL);
  for (const entry of settings.APP_KEYS.split(",")) {
    const [version, key = ""] = entry.split(":");
    const weakness = weaknessOf(key);
    if (weakness) yield `APP_KEYS: version ${version} ${weakness}: ${ANOTHER}`;
  }
  const jobs = weaknessOf(JOBS_SECRET);
  if (jobs) yield `JOBS_SECRET: ${jobs}: ${ANOTHER}`;
  if (GATEWAY_URL === undefined)
    yield "GATEWAY_URL: is missing: the sandbox gateway does not run in production. Set it to the card gateway's address.";
  else if (isPlainElsewhere(GATEWAY_URL))
    yield "GATEWAY_URL: begins with http://, so that GATEWAY_SECRET could be read on its way: make it https://.";
  const gateway = weaknessOf(GATEWAY_SECRET);
  if (gateway) yield `GATEWAY_SECRET: ${gateway}: set it to what the gateway expects.`;
  if (JOBS_SECRET && JOBS_SECRET === GATEWAY_SECRET)
    yield `JOBS_SECRET: is the same as GATEWAY_SECRET, so whoever has one has both: ${ANOTHER}`;
  for (const { url, secret } of GATEWAY_EARLIER) {
    if (url === null) yield "GATEWAY_EARLIER: the sandbox gateway does not run in production: take it out.";
    else if (isPlainElsewhere(url))
      yield "GATEWAY_EARLIER: has an http:// address, so that its secret could be read on its way: make it https://.";
    const weakness = url !== null && weaknessOf(secret);
    if (weakness)
      yield `GATEWAY_EARLIER: a secret ${weakness}: write what that gateway expects before the @.`;
  }
  if (settings.GATEWAY_PUBLISHABLE_KEY.startsWith("pk_test_"))
    yield "GATEWAY_PUBLISHABLE_KEY: is a pk_test_ one, with which no card is charged: set the gateway's pk_live_ key.";
  if (settings.WEBHOOK_ALLOW_LOOPBACK === "on")
    yield "WEBHOOK_ALLOW_LOOPBACK: on is for the sandbox only, because a provider could make the service call itself. Set it to off.";
  for (const name of ["STRIPE_API_BASE", "PINCH_API_BASE", "PINCH_AUTH_BASE"] as const)
    if (settings[name] !== undefined)
      yield `${name}: is for tests only, because whatever listens there gets the secrets of accounts. Remove it.`;
  if (settings.MAIL_KEEP === "on")
    yield "MAIL_KEEP: on is for the sandbox only, because anyone who can reach it can read every mail. Set it to off.";
  yield* databaseFaults("DATABASE_URL", settings.DATABASE_URL);
  yield* databaseFaults("DIRECT_DATABASE_URL", settings.DIRECT_DATABASE_URL);
}

/** The address that is written into links, mails and agreements, and that forms are compared with. */
function* baseUrlFaults(baseUrl: string): Generator<Fault> {
  const { protocol, pathname, username, password } = new URL(baseUrl);
  if (protocol === "http:")
    yield "BASE_URL: is missing or begins with http://, so that bank details and links could be read on their way: set it to the https:// address of the service.";
  if (pathname !== "/" || /[?#]/.test(baseUrl))
    yield "BASE_URL: has a path or a query. Remove everything after host and port.";
  if (username || password)
    yield "BASE_URL: has a user or a password, which every link would show. Remove them.";
}

function* keyFaults(appKeys: string): Generator<Fault> {
  const keys = appKeys.split(",").map((entry) => entry.split(":"));
  if (new Set(keys.map(([version]) => Number(version))).size < keys.length)
    yield "APP_KEYS: has two keys with the same version. Give each its own version.";
  if (new Set(keys.map(([, key]) => key)).size < keys.length)
    yield `APP_KEYS: two versions are the same key, so nothing was rotated: ${ANOTHER}`;
}

/** What production refuses of a database's address. */
export function* databaseFaults(
  name: "DATABASE_URL" | "DIRECT_DATABASE_URL",
  url: string | undefined,
): Generator<Fault> {
  if (url === undefined) return;
  const address = readAddress(url);
  if (!address) yield `${name}: is not an address: write postgres://user:secret@host/name.`;
  else if (!address.isHere && !address.demandsTls)
    yield `${name}: names another machine and does not demand TLS: add sslmode=verify-full (or sslmode=require, which encrypts without knowing the server) to its query.`;
}

/** What is wrong with a secret; null where it could come from a random source. */
function weaknessOf(secret: string | undefined): string | null {
  if (secret === undefined) return "is missing";
  // The demo's own secrets begin with this: tools/dev/secrets.mjs.
  if (secret.startsWith("DemoOnly")) return "is a demo's own";
  // Fewer cannot hold 128 random bits in hexadecimal digits.
  if (secret.length < 32) return "is shorter than 32 characters";
  return new Set(secret).size < 8 ? "is not random enough" : null;
}

/** Plain HTTP to another machine. */
const isPlainElsewhere = (url: string) => {
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && !isThisMachine(hostname);
};

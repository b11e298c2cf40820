import { readAddress } from "../../lib/db/address";
import { isThisMachine } from "../../packages/net/addresses";
import { currentGateway } from "./gateways";
import type { Env, SETTINGS } from "./schema";
import { weaknessOfKey, weaknessOfText } from "./weakness";

/** The settings that are well-formed each for itself, before they are compared with each other. */
export interface Given {
  values: Partial<Env>;
  isMissing(name: keyof typeof SETTINGS): boolean;
}

type Fault = `${keyof typeof SETTINGS}: ${string}`;

const ANOTHER = "make another with `npm run secrets`.";

/** Settings that contradict each other in any environment: a line each, with the remedy. */
export function* contradictions({ values, isMissing }: Given): Generator<Fault> {
  yield* keyFaults(values.APP_KEYS ?? "");
  const { ENVIRONMENT, GATEWAY_PUBLISHABLE_KEY, MAIL_KEEP, SMTP_URL } = values;
  if (ENVIRONMENT === "sandbox" && GATEWAY_PUBLISHABLE_KEY?.startsWith("pk_live_"))
    yield "GATEWAY_PUBLISHABLE_KEY: is a pk_live_ one, which charges real cards: set a pk_test_ key, or ENVIRONMENT=production.";
  if (ENVIRONMENT === "sandbox" && MAIL_KEEP === "on" && SMTP_URL)
    yield "MAIL_KEEP: on and SMTP_URL exclude each other, as mails are sent or kept to be read: take one.";
  if (SMTP_URL && isMissing("MAIL_FROM"))
    yield "MAIL_FROM: is missing beside SMTP_URL: set the address that students' mails come from.";
  const ids = [currentGateway(values), ...(values.GATEWAY_EARLIER ?? [])].map(({ id }) => id);
  if (new Set(ids).size < ids.length)
    yield "GATEWAY_EARLIER: names two gateways alike, or one as the gateway that charges: give each its own id, and leave out the one that charges.";
}

/**
 * Settings that work and are too weak for real students and real money.
 * See docs/decisions/047-strict-production.md.
 */
export function* productionFaults({ values, isMissing }: Given): Generator<Fault> {
  const { BASE_URL, GATEWAY_URL, GATEWAY_PUBLISHABLE_KEY, JOBS_SECRET, GATEWAY_SECRET } = values;
  yield* baseUrlFaults(BASE_URL, isMissing("BASE_URL"));
  if (isMissing("JOBS_SECRET"))
    yield "JOBS_SECRET: is missing: without it nobody can drain background work or read the metrics. Make one with `npm run secrets`.";
  if (isMissing("GATEWAY_URL"))
    yield "GATEWAY_URL: is missing: the sandbox gateway does not run in production. Set it to the card gateway's address.";
  if (isPlainElsewhere(GATEWAY_URL))
    yield "GATEWAY_URL: begins with http://, so that GATEWAY_SECRET could be read on its way: make it https://.";
  if (isMissing("GATEWAY_SECRET"))
    yield "GATEWAY_SECRET: is missing: anybody could charge cards at the gateway. Set it to what the gateway expects.";
  for (const { url, secret } of values.GATEWAY_EARLIER ?? []) {
    if (url === null) yield "GATEWAY_EARLIER: the sandbox gateway does not run in production: take it out.";
    else if (isPlainElsewhere(url))
      yield "GATEWAY_EARLIER: has an http:// address, so that its secret could be read on its way: make it https://.";
    const weakness = url === null ? null : secret ? weaknessOfText(secret) : "is missing";
    if (weakness)
      yield `GATEWAY_EARLIER: a secret ${weakness}: write what that gateway expects before the @.`;
  }
  if (isMissing("GATEWAY_PUBLISHABLE_KEY"))
    yield "GATEWAY_PUBLISHABLE_KEY: is missing: set the gateway's pk_live_ key.";
  else if (GATEWAY_PUBLISHABLE_KEY?.startsWith("pk_test_"))
    yield "GATEWAY_PUBLISHABLE_KEY: is a pk_test_ one, with which no card is charged: set the gateway's pk_live_ key.";
  if (values.WEBHOOK_ALLOW_LOOPBACK === "on")
    yield "WEBHOOK_ALLOW_LOOPBACK: on is for the sandbox, as a provider could make the service call itself: set it to off.";
  if (values.MAIL_KEEP === "on")
    yield "MAIL_KEEP: on is for the sandbox, as whoever reaches it can read every mail: set it to off.";
  for (const [version, base64] of keysIn(values.APP_KEYS ?? "")) {
    const weakness = weaknessOfKey(base64);
    if (weakness) yield `APP_KEYS: version ${version} ${weakness}: ${ANOTHER}`;
  }
  const secrets = [["JOBS_SECRET", JOBS_SECRET] as const, ["GATEWAY_SECRET", GATEWAY_SECRET] as const];
  for (const [name, secret] of secrets) {
    const weakness = secret ? weaknessOfText(secret) : null;
    if (weakness) yield `${name}: ${weakness}: ${ANOTHER}`;
  }
  if (JOBS_SECRET && JOBS_SECRET === GATEWAY_SECRET)
    yield `JOBS_SECRET: is the same as GATEWAY_SECRET, so that whoever has one has both: ${ANOTHER}`;
  yield* databaseFaults("DATABASE_URL", values.DATABASE_URL);
  yield* databaseFaults("DIRECT_DATABASE_URL", values.DIRECT_DATABASE_URL);
}

/** The address that is written into links, mails and agreements, and that forms are compared with. */
function* baseUrlFaults(baseUrl: string | undefined, isMissing: boolean): Generator<Fault> {
  if (isMissing)
    yield "BASE_URL: is missing: links in mails and answers would lead to the machine of whoever reads them. Set it to the https:// address of the service.";
  if (isMissing || baseUrl === undefined) return;
  const { protocol, pathname, search, hash, username, password } = new URL(baseUrl);
  if (protocol === "http:")
    yield "BASE_URL: begins with http://, so that bank details and links could be read on their way: make it https://.";
  if (pathname !== "/" || search || hash || baseUrl.includes("?") || baseUrl.includes("#"))
    yield "BASE_URL: has a path or a query, and the service answers at the top of its host only: end it after host and port.";
  if (username || password)
    yield "BASE_URL: has a user or a password, which every link would show: take them out.";
}

/** What works, and may not be what was meant. */
export function* warnings({ values, isMissing }: Given): Generator<Fault> {
  const { ENVIRONMENT, BASE_URL, MAIL_KEEP, SMTP_URL } = values;
  if (ENVIRONMENT === "production" && BASE_URL && isThisMachine(new URL(BASE_URL).hostname))
    yield "BASE_URL: names this machine, so that links in mails and answers lead nowhere else.";
  if (!SMTP_URL && MAIL_KEEP !== "on" && isMissing("SMTP_URL"))
    yield "SMTP_URL: is not set, so no mail is sent to students.";
}

function keysIn(appKeys: string): [version: number, base64: string][] {
  return appKeys
    .split(",")
    .filter(Boolean)
    .map((entry) => entry.split(":"))
    .map(([version, base64 = ""]) => [Number(version), base64]);
}

function* keyFaults(appKeys: string): Generator<Fault> {
  const keys = keysIn(appKeys);
  for (const [at, [version, base64]] of keys.entries())
    for (const [earlier, other] of keys.slice(0, at))
      if (version === earlier)
        yield `APP_KEYS: holds two keys of version ${version}, of which only one can open what both have sealed: give each its own version.`;
      else if (base64 === other)
        yield `APP_KEYS: versions ${earlier} and ${version} are the same key, so that nothing was rotated: ${ANOTHER}`;
}

type DatabaseSetting = "DATABASE_URL" | "DIRECT_DATABASE_URL";

/** What production refuses of a database's address. */
export function* databaseFaults(name: DatabaseSetting, url: string | undefined): Generator<Fault> {
  if (url === undefined) return;
  const address = readAddress(url);
  if (!address) yield `${name}: is not an address: write postgres://user:secret@host/name.`;
  else if (!address.isHere && !address.demandsTls)
    yield `${name}: names another machine and does not demand TLS: add sslmode=verify-full (or sslmode=require, which encrypts without knowing the server) to its query.`;
}

/** Plain HTTP to another machine. */
function isPlainElsewhere(url: string | undefined): boolean {
  if (!url?.toLowerCase().startsWith("http:")) return false;
  return !isThisMachine(new URL(url).hostname);
}

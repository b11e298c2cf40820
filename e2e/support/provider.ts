import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { apiKey, checkout, course, provider } from "../../drizzle/schema";
import { SCOPES, type Scope } from "../../drizzle/vocabulary";
import { makeApiKey } from "../../lib/crypto/api-key";
import { type Database, openDatabase } from "../../lib/db/client";
import { type Id, newId } from "../../lib/domain/ids";
import { HANGS_MS } from "./limits";
import { sharedStack } from "./shared";

export interface TestProvider {
  id: Id<"prv">;
  code: string;
  key: string;
}

export interface TestCourse {
  id: Id<"crs">;
  slug: string;
}

interface KeyOptions {
  scopes?: readonly Scope[];
  expiresAt?: Date;
  revokedAt?: Date;
  environment?: "sandbox" | "production";
}

const open = new Map<string, Database>();

/** The database behind a stack, for arranging and looking behind the scenes. One pool a worker process, which all of its files share. */
export function database(url: string = sharedStack().databaseUrl) {
  let known = open.get(url);
  if (!known) {
    known = openDatabase({ url, poolSize: 3, prepare: true, name: "test", limitMs: HANGS_MS });
    open.set(url, known);
  }
  return known.db;
}

/** A provider of the test's own, with an API key of every scope. */
export async function makeProvider(
  options: { timeZone?: string; name?: string } = {},
  db = database(),
): Promise<TestProvider> {
  const id = newId("prv");
  const code = `test-${randomBytes(6).toString("hex")}`;
  const name = options.name ?? "Test College";
  await db.insert(provider).values({
    id,
    code,
    name,
    legalName: `${name} Pty Ltd`,
    email: "office@example.com",
    timeZone: options.timeZone,
  });
  return { id, code, key: await makeKey(id, {}, db) };
}

/** A course of that provider, on its portal. */
export async function makeCourse(
  { id: providerId }: TestProvider,
  options: { priceCents?: number; name?: string } = {},
  db = database(),
): Promise<TestCourse> {
  const row = {
    providerId,
    id: newId("crs"),
    slug: `course-${randomBytes(4).toString("hex")}`,
    name: options.name ?? "Certificate IV in Bookkeeping",
    intake: "February 2027",
    length: "12 months",
    priceCents: options.priceCents ?? 150_000,
    position: 1,
  };
  await db.insert(course).values(row);
  return { id: row.id, slug: row.slug };
}

export async function makeKey(
  providerId: Id<"prv">,
  options: KeyOptions = {},
  db = database(),
): Promise<string> {
  const id = newId("key");
  const { key, secretSha256, lastFour } = makeApiKey(options.environment ?? "sandbox", id);
  await db.insert(apiKey).values({
    providerId,
    id,
    label: "test",
    secretSha256,
    lastFour,
    scopes: [...(options.scopes ?? SCOPES)],
    expiresAt: options.expiresAt,
    revokedAt: options.revokedAt,
  });
  return key;
}

/** Registers where a provider's own pages are. */
export async function register(
  { id }: TestProvider,
  pages: { allowedOrigins?: string[]; returnUrls?: string[] },
): Promise<void> {
  await database().update(provider).set(pages).where(eq(provider.id, id));
}

/** Puts a checkout's expiry into the past, as if its time had run out; also for a clock that is set back. */
export async function lapse(checkoutId: string, db = database()): Promise<void> {
  await db
    .update(checkout)
    .set({ expiresAt: new Date(Date.now() - 7_200_000) })
    .where(eq(checkout.id, checkoutId as Id<"chk">));
}

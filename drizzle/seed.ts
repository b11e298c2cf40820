import { and, eq } from "drizzle-orm";
import { parseApiKey, sameBytes } from "../lib/crypto/api-key";
import type { Db } from "../lib/db/client";
import { type Id, newId } from "../lib/domain/ids";
import { apiKey, course, provider } from "./schema";

export const DEMO_PROVIDER_CODE = "harbour-college";

const COURSES = [
  ["Certificate IV in Bookkeeping", "February 2027", "26 weeks", 150_000],
  ["Diploma of Early Childhood Education", "February 2027", "52 weeks", 480_000],
  ["Certificate III in Commercial Cookery", "March 2027", "40 weeks", 365_000],
  ["Diploma of Project Management", "April 2027", "48 weeks", 525_000],
  ["Certificate IV in Cyber Security", "July 2027", "44 weeks", 699_500],
  ["Barista and Coffee Art Short Course", "Every month", "4 weeks", 34_900],
] as const;

/** The demo provider and its six courses, once. Returns its id. */
export async function seedDemo(db: Db): Promise<Id<"prv">> {
  await db
    .insert(provider)
    .values({
      id: newId("prv"),
      code: DEMO_PROVIDER_CODE,
      name: "Harbour College",
      legalName: "Harbour College Pty Ltd (demonstration)",
      email: "enrolments@harbour-college.example",
      phone: "(02) 5550 0123",
    })
    .onConflictDoNothing();
  const [row] = await db
    .select({ id: provider.id })
    .from(provider)
    .where(eq(provider.code, DEMO_PROVIDER_CODE));
  const providerId = row!.id;
  await db
    .insert(course)
    .values(
      COURSES.map(([name, intake, length, priceCents], position) => ({
        providerId,
        id: newId("crs"),
        slug: name.toLowerCase().replaceAll(" ", "-"),
        name,
        intake,
        length,
        priceCents,
        position,
      })),
    )
    .onConflictDoNothing();
  return providerId;
}

/** Whether a key that was issued earlier still opens the provider's door. */
export async function keyWorks(db: Db, providerId: Id<"prv">, text: string): Promise<boolean> {
  const parsed = parseApiKey(text);
  if (!parsed) return false;
  const [row] = await db
    .select()
    .from(apiKey)
    .where(and(eq(apiKey.providerId, providerId), eq(apiKey.id, parsed.id)));
  if (!row || row.revokedAt || (row.expiresAt && row.expiresAt <= new Date())) return false;
  return sameBytes(row.secretSha256, parsed.secretSha256);
}

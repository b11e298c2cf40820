import { parseApiKey, sameBytes } from "../lib/crypto/api-key";
import type { Db } from "../lib/db/client";
import { findApiKey } from "../lib/db/keys";
import { findProvider } from "../lib/db/providers";
import type { Id } from "../lib/domain/ids";
import { statusOf } from "../lib/keys/key";
import { addCourse, createProvider } from "../lib/providers/provider";
import { slugOf } from "../lib/providers/values";

export const DEMO_PROVIDER_CODE = "harbour-college";

/** Their payments end about when the course does: by the last number, in days after a plan is made. */
const COURSES = [
  ["Certificate IV in Bookkeeping", "February 2027", "26 weeks", 150_000, 385],
  ["Diploma of Early Childhood Education", "February 2027", "52 weeks", 480_000, 490],
  ["Certificate III in Commercial Cookery", "March 2027", "40 weeks", 365_000, 440],
  ["Diploma of Project Management", "April 2027", "48 weeks", 525_000, 490],
  ["Certificate IV in Cyber Security", "July 2027", "44 weeks", 699_500, 490],
  ["Barista and Coffee Art Short Course", "Every month", "4 weeks", 34_900, 91],
] as const;

export async function seedDemo(db: Db): Promise<Id<"prv">> {
  await createProvider(db, {
    code: DEMO_PROVIDER_CODE,
    name: "Harbour College",
    legalName: "Harbour College Pty Ltd (demonstration)",
    email: "enrolments@harbour-college.example",
    phone: "(02) 5550 0123",
  });
  const { id } = (await findProvider(db, DEMO_PROVIDER_CODE))!;
  for (const [name, intake, length, priceCents, latestLastDebitDays] of COURSES) {
    const limits = { latestLastDebitDays, mostInstalments: 52, smallestInstalmentCents: 2_000 };
    await addCourse(db, id, { slug: slugOf(name), name, intake, length, priceCents }, limits);
  }
  return id;
}

/** Whether a key that was issued earlier still works. */
export async function keyWorks(db: Db, providerId: Id<"prv">, text: string): Promise<boolean> {
  const parsed = parseApiKey(text);
  const key = parsed && (await findApiKey(db, parsed.id, parsed.secretSha256, new Date()));
  if (!key || key.provider.id !== providerId || !sameBytes(key.secretSha256, parsed.secretSha256))
    return false;
  return statusOf(key, new Date()) === "active";
}

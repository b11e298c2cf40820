import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { parseApiKey, sameBytes } from "../../lib/crypto/api-key";
import type { Vault } from "../../lib/crypto/vault";
import type { Db } from "../../lib/db/client";
import { findApiKey } from "../../lib/db/keys";
import { addCourse } from "../../lib/db/provider-changes";
import { findProvider } from "../../lib/db/providers";
import { addStaff, giveRole } from "../../lib/db/staff";
import { type Id, newId } from "../../lib/domain/ids";
import { addAccount } from "../../lib/gateway/set-up";
import { statusOf } from "../../lib/provider/keys";
import { readLogo } from "../../lib/provider/logo";
import { slugOf } from "../../lib/provider/values";
import { MINUTE_MS } from "../../packages/dates/time";
import type { SignIn } from "../../packages/staff-sign-in/sign-in";
import { present } from "../../packages/text/narrow";
import { createProvider } from "../tenants/provider";

export const DEMO_PROVIDER_CODE = "harbour-college";
export const STRIPE_PROVIDER_CODE = "wattle-institute";

/** Their payments begin by the one number, and end about when the course does by the other, in days after a plan is made. */
const COURSES = [
  ["Certificate IV in Bookkeeping", "February 2027", "26 weeks", 150_000, 120, 385],
  ["Diploma of Early Childhood Education", "February 2027", "52 weeks", 480_000, 120, 490],
  ["Certificate III in Commercial Cookery", "March 2027", "40 weeks", 365_000, 120, 440],
  ["Diploma of Project Management", "April 2027", "48 weeks", 525_000, 120, 490],
  ["Certificate IV in Cyber Security", "July 2027", "44 weeks", 699_500, 120, 490],
  ["Barista and Coffee Art Short Course", "Every month", "4 weeks", 34_900, 28, 91],
] as const;

function demoLogo() {
  const read = readLogo(readFileSync(new URL("demo/logo.png", import.meta.url)));
  if ("fault" in read) throw new Error(`logo.png: ${read.fault}`);
  return read;
}

export async function seedDemo(db: Db): Promise<Id<"prv">> {
  await createProvider(
    db,
    {
      code: DEMO_PROVIDER_CODE,
      name: "Harbour College",
      legalName: "Harbour College Pty Ltd (demonstration)",
      email: "enrolments@harbour-college.example",
      phone: "(02) 5550 0123",
      accent: "#0b5a78",
      // Nobody's: its check digits are wrong.
      businessNumber: "12345678901",
    },
    { logo: demoLogo() },
  );
  return addCourses(db, DEMO_PROVIDER_CODE, COURSES);
}

/** A provider with an account at the stand-in for Stripe. */
export async function seedStripe(
  db: Db,
  vault: Vault,
  { publishableKey, secret }: { publishableKey: string; secret: string },
): Promise<Id<"prv">> {
  const about = {
    code: STRIPE_PROVIDER_CODE,
    name: "Wattle Institute",
    legalName: "Wattle Institute Pty Ltd (demonstration)",
    email: "office@wattle-institute.example",
  };
  await createProvider(db, about);
  const providerId = await addCourses(db, STRIPE_PROVIDER_CODE, COURSES.slice(0, 2));
  const account = { providerId, kind: "stripe", mode: "test", publishableKey, takes: ["cards"] } as const;
  // It is there after the first start.
  await addAccount(db, vault, { ...account, url: null, externalAccount: null }, [secret]);
  return providerId;
}

async function addCourses(db: Db, code: string, courses: readonly (typeof COURSES)[number][]) {
  const { id } = present(await findProvider(db, code), "provider of the demo");
  for (const [name, intake, length, priceCents, latestFirstDebitDays, latestLastDebitDays] of courses) {
    const limits = {
      latestFirstDebitDays,
      latestLastDebitDays,
      mostInstalments: 52,
      smallestInstalmentCents: 2_000,
    };
    await addCourse(db, id, { slug: slugOf(name), name, intake, length, priceCents }, limits);
  }
  return id;
}

/** Somebody who may do everything in the provider's console. @param known their password, kept from an earlier start */
export async function seedAdmin(db: Db, signIn: SignIn, providerId: Id<"prv">, known?: string) {
  const email = `admin@${DEMO_PROVIDER_CODE}.example`;
  const { id } = await addStaff(db, { id: newId("stf"), email, name: "Alex Admin" });
  await giveRole(db, id, { providerId, role: "admin" });
  const password = known || randomBytes(12).toString("base64url");
  await signIn.setPassword(await signIn.makeLink(id, MINUTE_MS), password);
  return { email, password };
}

/** Whether a key that was issued earlier still works. */
export async function keyWorks(db: Db, providerId: Id<"prv">, text: string): Promise<boolean> {
  const parsed = parseApiKey(text);
  const key = parsed && (await findApiKey(db, parsed.id, parsed.secretSha256));
  if (!key || key.provider.id !== providerId || !sameBytes(key.secretSha256, parsed.secretSha256))
    return false;
  return statusOf(key, new Date()) === "active";
}

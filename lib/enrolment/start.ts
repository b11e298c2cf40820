import { randomBytes } from "node:crypto";
import type { Untimed } from "../../packages/dates/time";
import { dateInZone } from "../../packages/dates/zone";
import type { CheckoutDeps } from "../checkout/context";
import { leading } from "../checkout/policy-rules";
import { enrolmentSecret } from "../crypto/enrolment-link";
import { insertEnrolment } from "../db/enrolments";
import { findCourse, type findPortal, findPortalVersion, findProvider } from "../db/providers";
import { newId } from "../domain/ids";
import { type OfferedPlan, presetsFor } from "../domain/plan-offer";
import { providerView } from "../domain/provider-view";
import { privacyOf, refundsOf, termsOf } from "../domain/terms";
import type { PortalDeps } from "./context";
import { limitsFor } from "./plan";

type FoundPortal = NonNullable<Awaited<ReturnType<typeof findPortal>>>;

export type PortalView = ReturnType<typeof openPortal>;

export function openPortal(deps: Untimed<PortalDeps>, found: FoundPortal) {
  const provider = found.collects ? leading(found.provider) : found.provider;
  const today = dateInZone(deps.now?.() ?? found.readAt, provider.timeZone);
  const courses = found.courses.map((course) => {
    const { slug, name, intake, length, priceCents } = course;
    const [plan] = presetsFor(priceCents, today, limitsFor({ provider, course }, today));
    return { slug, name, intake, length, priceCents, usual: plan ? amountsOf(plan) : null };
  });
  return {
    provider: providerView(provider),
    courses,
    terms: termsOf(provider),
    privacy: privacyOf(provider),
    refunds: refundsOf(provider),
    mailsLinks: deps.mail !== null && provider.studentEmails,
  };
}

/**
 * Everything that a provider's pages depend on, except the settings: its records, and its day, from which first payments are
 * counted. Null for a code that no provider has.
 */
export async function portalState(deps: Untimed<CheckoutDeps>, providerCode: string): Promise<string | null> {
  const found = await findPortalVersion(deps.db, providerCode);
  return found && `${found.version} ${dateInZone(deps.now?.() ?? found.readAt, found.timeZone)}`;
}

const amountsOf = ({ numberOfInstalments, instalmentCents, frequency }: OfferedPlan) => ({
  numberOfInstalments,
  instalmentCents,
  frequency,
});

/** Begins an enrolment and returns the secret of its link, or null if there is no such course. */
export async function startEnrolment(
  deps: Untimed<CheckoutDeps>,
  providerCode: string,
  courseSlug: string,
): Promise<string | null> {
  const provider = await findProvider(deps.db, providerCode);
  const course = provider && (await findCourse(deps.db, provider.id, courseSlug));
  if (!course) return null;
  const link = { id: newId("enr"), linkKeyVersion: deps.vault.keyVersion };
  const { id: courseId, providerId } = course;
  await insertEnrolment(deps.db, { ...link, providerId, courseId, providerOrderId: newReference() });
  return enrolmentSecret(deps.vault, link, 1);
}

const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A reference to read out on the telephone, 50 random bits: `ENR-4F7K2-M9QXR`. */
function newReference(): string {
  const letters = [...randomBytes(10)].map((byte) => LETTERS[byte % 32]).join("");
  return `ENR-${letters.slice(0, 5)}-${letters.slice(5)}`;
}

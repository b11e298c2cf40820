import { sha256 } from "../crypto/api-key";
import type { Db } from "../db/client";
import {
  type CourseRow,
  changeProvider,
  insertCourse,
  insertProvider,
  lockProvider,
  type NewProviderRow,
  type ProviderRow,
  replaceLogo,
} from "../db/providers";
import { type Id, newId } from "../domain/ids";
import type { LogoFacts } from "../domain/logo";
import type { Cents } from "../domain/money";
import { NO_POLICY, type PlanPolicy } from "../domain/plan-policy";
import { issueKey, type NewKey } from "../keys/issue";

/** Values are checked by `values.ts` first, a logo by `readLogo`. */
type ProviderDetails = Omit<NewProviderRow, LogoColumn | "id" | "createdAt">;
/** D-070 */
export type ProviderChanges = Partial<Omit<ProviderDetails, "code" | "timeZone">>;

interface NewLogo extends LogoFacts {
  image: Uint8Array;
}

type LogoColumn = "logoSha256" | "logoWidth" | "logoHeight";

/**
 * Creates a provider with its logo and an API key, if given: all or nothing.
 * @returns null when the code is taken
 */
export function createProvider(
  db: Db,
  details: ProviderDetails,
  { key, logo }: { key?: NewKey; logo?: NewLogo } = {},
): Promise<{ provider: ProviderRow; apiKey: string | null } | null> {
  return db.transaction(async (inner) => {
    const id = newId("prv");
    const provider = await insertProvider(inner, { ...details, ...columnsOf(logo ?? null), id });
    if (!provider) return null;
    if (logo) await replaceLogo(inner, id, logo);
    return { provider, apiKey: key ? (await issueKey(inner, id, key)).apiKey : null };
  });
}

/**
 * Changes the given values; `logo: null` removes the logo.
 * @returns null for an unknown code, "same version" for other Terms under the version that students accept now
 */
export function updateProvider(
  db: Db,
  code: string,
  changes: ProviderChanges,
  logo?: NewLogo | null,
): Promise<ProviderRow | null | "same version"> {
  return db.transaction(async (inner) => {
    const before = await lockProvider(inner, code);
    if (!before) return null;
    const isOtherText = changes.terms !== undefined && changes.terms !== before.terms;
    if (isOtherText && changes.termsVersion === before.termsVersion) return "same version";
    if (logo === undefined) return changeProvider(inner, before.id, changes);
    await replaceLogo(inner, before.id, logo);
    return changeProvider(inner, before.id, { ...changes, ...columnsOf(logo) });
  });
}

function columnsOf(logo: NewLogo | null): Pick<ProviderRow, LogoColumn> {
  if (!logo) return { logoSha256: null, logoWidth: null, logoHeight: null };
  const logoSha256 = Buffer.from(sha256(logo.image)).toString("hex");
  return { logoSha256, logoWidth: logo.width, logoHeight: logo.height };
}

/**
 * Adds a course at the end of a provider's list. Values are checked by `values.ts` first.
 * @returns null when the provider has a course with that slug
 */
export const addCourse = (
  db: Db,
  providerId: Id<"prv">,
  values: { slug: string; name: string; intake: string; length: string; priceCents: Cents },
  policy: Partial<PlanPolicy> = {},
): Promise<CourseRow | null> =>
  insertCourse(db, { ...values, ...NO_POLICY, ...policy, providerId, id: newId("crs") });

import { sha256 } from "../../lib/crypto/api-key";
import type { Db } from "../../lib/db/client";
import {
  type CourseRow,
  changeProvider,
  insertCourse,
  insertProvider,
  lockProvider,
  type NewProviderRow,
  type ProviderRow,
  replaceLogo,
} from "../../lib/db/providers";
import { type Id, newId } from "../../lib/domain/ids";
import type { LogoFacts } from "../../lib/domain/logo";
import type { Cents } from "../../lib/domain/money";
import { NO_POLICY, type PlanPolicy } from "../../lib/domain/plan-policy";
import { issueKey, type NewKey } from "./keys";

/** Values are checked by `values.ts` first, a logo by `readLogo`. */
type ProviderDetails = Omit<NewProviderRow, LogoColumn | "id" | "createdAt">;
export type ProviderChanges = Partial<Omit<ProviderDetails, "code" | "timeZone">>;

interface NewLogo extends LogoFacts {
  image: Uint8Array;
}

type LogoColumn = `logo${"Sha256" | "Width" | "Height"}`;

/** Null removes it; what is not given stays. */
export interface LogoChanges {
  logo?: NewLogo | null;
}

/**
 * Creates a provider with its logo and an API key, if given: all or nothing.
 * @returns null when the code is taken
 */
export function createProvider(
  db: Db,
  details: ProviderDetails,
  { key, logo }: { key?: NewKey } & LogoChanges = {},
): Promise<{ provider: ProviderRow; apiKey: string | null } | null> {
  return db.transaction(async (inner) => {
    const id = newId("prv");
    const provider = await insertProvider(inner, { ...details, ...columnsOf(logo), id });
    if (!provider) return null;
    if (logo !== undefined) await replaceLogo(inner, id, logo);
    return { provider, apiKey: key ? (await issueKey(inner, id, key)).apiKey : null };
  });
}

/** A text that a provider publishes, each with a column for its version. */
const TEXTS = ["terms", "privacy", "refunds"] as const;
type PublishedText = (typeof TEXTS)[number];

/** @returns null for an unknown code; the text whose version now stands on another one */
export function updateProvider(
  db: Db,
  code: string,
  changes: ProviderChanges,
  { logo }: LogoChanges = {},
): Promise<ProviderRow | null | PublishedText> {
  return db.transaction(async (inner) => {
    const before = await lockProvider(inner, code);
    if (!before) return null;
    const reused = TEXTS.find(
      (text) =>
        changes[text] !== undefined &&
        changes[text] !== before[text] &&
        changes[`${text}Version`] === before[`${text}Version`],
    );
    if (reused) return reused;
    if (logo !== undefined) await replaceLogo(inner, before.id, logo);
    return changeProvider(inner, before.id, { ...changes, ...columnsOf(logo) });
  });
}

function columnsOf(logo: LogoChanges["logo"]): Partial<Pick<ProviderRow, LogoColumn>> {
  if (logo === undefined) return {};
  return {
    logoSha256: logo && hexOf(logo.image),
    logoWidth: logo?.width ?? null,
    logoHeight: logo?.height ?? null,
  };
}

const hexOf = (image: Uint8Array) => Buffer.from(sha256(image)).toString("hex");

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

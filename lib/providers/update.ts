import type { Db } from "../db/client";
import { changeProvider, lockProvider, type ProviderRow, replaceLogo } from "../db/providers";
import { columnsOf, type NewLogo, type ProviderChanges } from "./provider";

/**
 * Changes what is given of a provider and leaves the rest; `logo: null` takes the picture away.
 * @returns null for a code that nobody has, "same version" for other terms under the version that students accept now
 */
export function updateProvider(
  db: Db,
  code: string,
  changes: ProviderChanges,
  logo?: NewLogo | null,
): Promise<ProviderRow | null | "same version"> {
  return db.transaction(async (inner) => {
    const now = await lockProvider(inner, code);
    if (!now) return null;
    const isOtherText = changes.terms !== undefined && changes.terms !== now.terms;
    if (isOtherText && changes.termsVersion === now.termsVersion) return "same version";
    if (logo === undefined) return changeProvider(inner, now.id, changes);
    await replaceLogo(inner, now.id, logo);
    return changeProvider(inner, now.id, { ...changes, ...columnsOf(logo) });
  });
}

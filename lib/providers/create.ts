import type { Db } from "../db/client";
import { insertProvider, type ProviderRow, replaceLogo } from "../db/providers";
import { newId } from "../domain/ids";
import { issueKey, type NewKey } from "../keys/issue";
import { columnsOf, type NewLogo, type ProviderDetails } from "./provider";

/**
 * A provider and, if wanted, its logo and an API key: all or nothing.
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

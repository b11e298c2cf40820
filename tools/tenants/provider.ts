import { asc } from "drizzle-orm";
import { provider } from "../../drizzle/schema";
import type { Db } from "../../lib/db/client";
import { insertProvider, type LogoChanges, type ProviderDetails } from "../../lib/db/provider-changes";
import type { ProviderRow } from "../../lib/db/providers";
import { issueKey, type NewKey } from "../../lib/provider/keys";

/**
 * Creates a provider with its logo and an API key, if given: all or nothing.
 * @returns null when the code is taken
 */
export function createProvider(
  db: Db,
  details: ProviderDetails,
  { key, ...logo }: { key?: NewKey } & LogoChanges = {},
): Promise<{ provider: ProviderRow; apiKey: string | null } | null> {
  return db.transaction(async (inner) => {
    const made = await insertProvider(inner, details, logo);
    return made && { provider: made, apiKey: key ? (await issueKey(inner, made.id, key)).apiKey : null };
  });
}

export const findProviders = (db: Db): Promise<ProviderRow[]> =>
  db.select().from(provider).orderBy(asc(provider.code));

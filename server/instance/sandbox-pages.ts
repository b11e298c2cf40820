import type { ServiceDeps } from "../../lib/api/service-deps";
import { resetProvider } from "../../lib/checkout/reset";
import { findProvider, listProviderNames } from "../../lib/db/providers";
import { listRequestsByKey } from "../../lib/db/request-log";
import { countToReset } from "../../lib/db/reset";
import { type KeyRequests, REQUESTS_KEPT, shownRequest } from "../../lib/domain/request-log";

/** What the sandbox's pages show and do, as plain data. Whoever calls has found that they are open. */
export function createSandboxPages(deps: ServiceDeps) {
  const { db } = deps;
  /** The database takes no NUL, and no code has one. */
  const find = async (code: string) => (code.includes("\0") ? null : findProvider(db, code));
  return {
    /** In the order of their names. */
    providers: () => listProviderNames(db),

    /** What a reset of a provider would delete; null where there is no such provider. */
    async toReset(code: string) {
      const found = await find(code);
      return found && { code, name: found.name, ...(await countToReset(db, found.id)) };
    },

    /** @returns how many checkouts stay, because their charge was being made; null where there is no such provider */
    async reset(code: string) {
      const found = await find(code);
      if (!found) return null;
      await deps.requestLog?.flush();
      return (await resetProvider(deps, found.id)).chargesUnderWay;
    },

    /** Of each key of a provider that has called; null where there is no such provider. */
    async requests(code: string) {
      const found = await find(code);
      if (!found) return null;
      await deps.requestLog?.flush();
      const keys = new Map<string, KeyRequests>();
      for (const { keyId, label, lastFour, request } of await listRequestsByKey(db, found.id)) {
        const key = keys.get(keyId) ?? { label, lastFour, requests: [] };
        if (key.requests.length < REQUESTS_KEPT) key.requests.push(shownRequest(request));
        keys.set(keyId, key);
      }
      return { name: found.name, keys: [...keys.values()] };
    },
  };
}

import type { ServiceDeps } from "../../lib/api/service-deps";
import { findProvider, listProviderNames } from "../../lib/db/providers";
import { listRequestsByKey } from "../../lib/db/request-log";
import { type KeyRequests, REQUESTS_KEPT, shownRequest } from "../../lib/domain/request-log";

/** What the sandbox's pages show, as plain data. Whoever calls has found that they are open. */
export function createSandboxPages(deps: ServiceDeps) {
  const { db } = deps;
  return {
    /** In the order of their names. */
    providers: () => listProviderNames(db),

    /** Of each key of a provider that has called; null where there is no such provider. */
    async requests(code: string) {
      // The database takes no NUL, and no code has one.
      const found = code.includes("\0") ? null : await findProvider(db, code);
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

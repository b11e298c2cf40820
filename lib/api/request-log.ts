import { listRequests } from "../db/request-log";
import { shownRequest } from "../domain/request-log";
import type { Caller } from "../http/operation";
import type { ServiceDeps } from "./service-deps";

/** Of the key that asks, the newest first; what this process has not written yet is written first. */
export async function listKeyRequests(
  { db, requestLog }: Pick<ServiceDeps, "db" | "requestLog">,
  { provider, keyId }: Caller,
) {
  await requestLog?.flush();
  return { data: (await listRequests(db, provider.id, keyId)).map(shownRequest) };
}

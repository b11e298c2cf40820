import { and, desc, eq, sql } from "drizzle-orm";
import { requestLog } from "../../drizzle/schema";
import { type Id, idToUuid } from "../domain/ids";
import { REQUESTS_KEPT } from "../domain/limits";
import type { Db } from "./client";
import { asTable } from "./outbox";

/** One answered request of an API key. */
export type LoggedRequest = typeof requestLog.$inferSelect;

/**
 * Writes requests, and deletes older ones of their keys. They are one parameter, because a statement takes 65,534, and the
 * newest requests of a thousand keys have more values.
 */
export async function writeRequests(db: Db, rows: readonly LoggedRequest[]): Promise<void> {
  const written = rows.map(({ providerId, keyId, id, at, method, route, status, code, durationMs }) => ({
    provider_id: idToUuid(providerId),
    key_id: idToUuid(keyId),
    id: idToUuid(id),
    at,
    method,
    route,
    status,
    code,
    duration_ms: durationMs,
  }));
  await db.execute(sql`
    insert into ${requestLog} (provider_id, key_id, id, at, method, route, status, code, duration_ms)
    select * from ${asTable(written, "r (provider_id uuid, key_id uuid, id uuid, at timestamptz, method text, route text, status smallint, code text, duration_ms integer)")}
    on conflict do nothing`);
  const providers = new Map(rows.map(({ providerId, keyId }) => [keyId, providerId]));
  for (const [keyId, providerId] of providers) {
    const ofKey = sql`provider_id = ${idToUuid(providerId)}::uuid and key_id = ${idToUuid(keyId)}::uuid`;
    // Another server may be deleting the same rows.
    await db.execute(sql`
      delete from ${requestLog} where ${ofKey} and id in (
        select id from ${requestLog} where ${ofKey}
        order by at desc, id desc offset ${REQUESTS_KEPT} for update skip locked)`);
  }
}

/** Newest first, by the time of their responses: ids are given when requests arrive. */
export function listRequests(db: Db, providerId: Id<"prv">, keyId: Id<"key">): Promise<LoggedRequest[]> {
  return db
    .select()
    .from(requestLog)
    .where(and(eq(requestLog.providerId, providerId), eq(requestLog.keyId, keyId)))
    .orderBy(desc(requestLog.at), desc(requestLog.id))
    .limit(REQUESTS_KEPT);
}

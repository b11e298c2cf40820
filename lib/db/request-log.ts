import { and, desc, eq, lt, sql } from "drizzle-orm";
import { requestLog } from "../../drizzle/schema";
import { type Id, idToUuid } from "../domain/ids";
import type { Db } from "./client";
import { asTable } from "./outbox";

type Row = typeof requestLog.$inferSelect;

/** An answered request. How long ago it began is known; the database knows what time it is. */
export type AnsweredRequest = Omit<Row, "at"> & { agoMs: number };

export async function writeRequests(db: Db, requests: readonly AnsweredRequest[]): Promise<void> {
  const rows = requests.map(({ providerId, id, keyId, isReplay, durationMs, agoMs, ...rest }) => ({
    ...rest,
    provider_id: idToUuid(providerId),
    id: idToUuid(id),
    key_id: idToUuid(keyId),
    duration_ms: durationMs,
    is_replay: isReplay,
    ago_ms: agoMs,
  }));
  await db.execute(sql`
    insert into ${requestLog} (provider_id, id, key_id, at, method, path, operation, status, code, duration_ms, is_replay)
    select provider_id, id, key_id, statement_timestamp() - ago_ms * interval '1 millisecond', method, path, operation, status, code, duration_ms, is_replay
    from ${asTable(rows, "r (provider_id uuid, id uuid, key_id uuid, ago_ms integer, method text, path text, operation text, status smallint, code text, duration_ms integer, is_replay boolean)")}
    on conflict do nothing`);
}

/** Written as in the indexes that hold only these. */
const CLASSES = {
  refused: sql`${requestLog.status} >= 400 and ${requestLog.status} < 500`,
  failed: sql`${requestLog.status} >= 500`,
};
export type StatusClass = keyof typeof CLASSES;

export interface RequestFilter {
  id?: Id<"req">;
  path?: string;
  status?: StatusClass;
  before?: Id<"req">;
  limit: number;
}

/** Newest first. */
export const listRequests = (
  db: Db,
  providerId: Id<"prv">,
  { id, path, status, before, limit }: RequestFilter,
): Promise<Row[]> =>
  db
    .select()
    .from(requestLog)
    .where(
      and(
        eq(requestLog.providerId, providerId),
        id && eq(requestLog.id, id),
        path === undefined ? undefined : eq(requestLog.path, path),
        status && CLASSES[status],
        before && lt(requestLog.id, before),
      ),
    )
    .orderBy(desc(requestLog.id))
    .limit(limit);

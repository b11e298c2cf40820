import { sql } from "drizzle-orm";
import type { Log } from "../domain/log";
import { SECOND_MS } from "../domain/time";
import type { Wakes } from "../domain/wakes";
import type { Db } from "./client";
import { isDatabaseUnavailable } from "./errors";

/** An answer from the replica is this old at most. D-280 */
export const MOST_BEHIND_MS = 2 * SECOND_MS;
const LOOK_EVERY_MS = 500;

/** Reads what may be a moment old: from the replica if there is one that is recent enough, else from the primary. */
export type Reading = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** What monitoring is told of a replica. */
export interface ReplicaState {
  /** How old an answer may be at the moment, in milliseconds; infinite where nobody knows, not a number without one. */
  behindMs(): number;
  /** Reads so far, by where the answer came from. */
  reads: { replica: number; primary: number };
}

export const NO_REPLICA: ReplicaState = { behindMs: () => Number.NaN, reads: { replica: 0, primary: 0 } };

export interface Replica extends ReplicaState {
  read: Reading;
  close(): void;
}

interface Options {
  primary: Db;
  replica: Db;
  wakes: Wakes;
  log: Pick<Log, "info" | "warn">;
  now?: () => number;
}

/**
 * Reads go to the replica while it is known to have all that was written two seconds ago. Asked twice a second: the
 * primary where its log ends, the replica how much of it it has. No clock of theirs counts, and a primary to which nobody
 * writes does not look like a replica that lags. Begins to look with the first read. D-280
 */
export function createReplica({
  primary,
  replica,
  wakes,
  log,
  now = () => performance.now(),
}: Options): Replica {
  /** Ends of the primary's log, each with the time before which it was reached; the oldest first. */
  let ends: { at: number; position: bigint }[] = [];
  let freshAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;
  let wasUsed = false;
  const reads = { replica: 0, primary: 0 };

  const forget = () => {
    ends = [];
    freshAt = Number.NEGATIVE_INFINITY;
  };
  wakes.onWake(forget);
  const behindMs = () => now() - freshAt;
  const isFresh = () => {
    // A process that stood still is told so by the look, before anything is done.
    wakes.count();
    return behindMs() < MOST_BEHIND_MS;
  };

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    try {
      const at = now();
      const [end, has] = await Promise.all([endOf(primary), endOf(replica)]);
      if (end.isStandby || !has.isStandby || end.which !== has.which || end.position === null) forget();
      else {
        ends.push({ at, position: end.position });
        for (; ends[0] && has.position !== null && ends[0].position <= has.position; ends.shift())
          freshAt = ends[0].at;
        ends = ends.slice(-MOST_KEPT);
      }
    } catch {
      // Whoever does not answer says nothing new: what was known grows old.
    } finally {
      isLooking = false;
    }
    if (isFresh() === wasUsed) return;
    wasUsed = !wasUsed;
    if (wasUsed) log.info({}, "Lists are read from the replica");
    else log.warn({}, "The replica is too far behind or does not answer: lists are read from the primary");
  }

  async function fromReplica<T>(work: (db: Db) => Promise<T>): Promise<{ value: T } | null> {
    try {
      return { value: await work(replica) };
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      forget();
      return null;
    }
  }

  return {
    async read(work) {
      if (!timer) {
        timer = setInterval(() => void look(), LOOK_EVERY_MS);
        timer.unref();
        void look();
      }
      const found = isFresh() ? await fromReplica(work) : null;
      reads[found ? "replica" : "primary"] += 1;
      return found ? found.value : work(primary);
    },
    behindMs,
    reads,
    close: () => clearInterval(timer),
  };
}

/** Twice a second for a minute: a replica that is further behind begins anew. */
const MOST_KEPT = 120;

interface LogEnd {
  isStandby: boolean;
  /** Tells one database from another, and is the same for all its standbys. */
  which: string;
  /** Where the log ends, or how much of it was applied; null on a standby that cannot tell. */
  position: bigint | null;
}

/** Asks a server how far it is. */
export async function endOf(db: Db): Promise<LogEnd> {
  const [row] = await db.execute<{ standby: boolean; which: string; position: string | null }>(sql`
    select pg_is_in_recovery() as standby, current_database() || ' of ' || system_identifier as which,
      (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end - '0/0')::text as position
    from pg_control_system()`);
  const { standby, which, position } = row!;
  return { isStandby: standby, which, position: position === null ? null : BigInt(position) };
}

import { sql } from "drizzle-orm";
import type { Log } from "../domain/log";
import { measuredClock } from "../domain/measured-clock";
import { type Clock, MINUTE_MS } from "../domain/time";
import { NO_WAKES, type Wakes } from "../domain/wakes";
import type { Db } from "./client";

/** From this on it is logged, and the process is not ready. */
const OFF_MS = 30_000;
/** From this on no work is done. */
const USELESS_MS = 5 * MINUTE_MS;

/** From then on it is read again, by processes without a timer that does so more often. */
const FRESH_MS = 10 * MINUTE_MS;

/** This machine's clock and the database's are minutes apart, and nobody knows which is right. */
export class ClockOff extends Error {
  override name = "ClockOff";
}

/** The database's time, and how far this machine's is from it. D-147 */
export interface ServerClock {
  /** The database's time by what was read of it: two servers whose own clocks differ agree on it. */
  now: Clock;
  /** Whether this machine's clock is less than 30 seconds off, or was never compared. */
  isRight(): boolean;
  /** Milliseconds by which this machine's clock is ahead; null before the first reading. */
  aheadMs(): number | null;
  /** @param from when it was asked for, by `performance.now()` */
  learn(said: Date, from: number): void;
  /**
   * Asks the database.
   * @returns `now`
   * @throws ClockOff where the clocks are more than five minutes apart
   */
  read(): Promise<Clock>;
  /** Asks the database only where that is needed to tell. @throws ClockOff as `read` does */
  check(): Promise<void>;
}

/** For what asks once and ends. */
export async function databaseNow(db: Db): Promise<Date> {
  const [row] = await db.execute<{ at: string }>(sql`select clock_timestamp() as at`);
  if (!row) throw new Error("The database said nothing of its clock");
  return new Date(row.at);
}

/** @param own this machine's clock */
export function createServerClock(
  db: Db,
  log: Log,
  own = () => Date.now(),
  wakes: Wakes = NO_WAKES,
): ServerClock {
  const clock = measuredClock(own);
  const offMs = () => Math.abs(clock.aheadMs() ?? 0);
  let told: "right" | "off" | "useless" = "right";
  let asking: Promise<void> | undefined;
  let readAt: number | null = null;
  let readSince = wakes.count();

  /** What passes while a process stands still may be on no clock of its own. */
  const isOld = () => wakes.count() !== readSince || readAt === null || performance.now() - readAt > FRESH_MS;

  function tell() {
    const found = offMs() > USELESS_MS ? "useless" : offMs() > OFF_MS ? "off" : "right";
    if (found === told) return;
    told = found;
    const details = { aheadSeconds: Math.round((clock.aheadMs() ?? 0) / 1000) };
    if (found === "right") log.info(details, "This machine's clock agrees with the database's again");
    else if (found === "off") log.warn(details, "This machine's clock is not the database's");
    else
      log.error(
        details,
        "This machine's clock is minutes from the database's: no work is done until it is set",
      );
  }

  function learn(said: Date, from: number) {
    clock.learn(said, from);
    tell();
  }

  async function ask() {
    const [from, since] = [performance.now(), wakes.count()];
    learn(await databaseNow(db), from);
    readSince = since;
    readAt = from;
  }

  async function read() {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    await asking;
    if (offMs() > USELESS_MS)
      throw new ClockOff("This machine's clock is more than 5 minutes from the database's");
    return clock.now;
  }

  return {
    now: clock.now,
    isRight: () => offMs() <= OFF_MS,
    aheadMs: clock.aheadMs,
    learn,
    read,
    async check() {
      // The clocks of both may have been set since they were compared.
      if (clock.aheadMs() === null || offMs() > USELESS_MS || isOld()) await read();
    },
  };
}

import type { Log } from "../../server/program/log.mjs";
import type { RunningProcess } from "../support/stack";
import type { Load } from "./load";
import { type Measured, measured } from "./measured";
import type { Against, Row } from "./rows";

export const ROUNDS = 3;
const WARM_SECONDS = 1;

export interface Rounds {
  service: Measured[];
  /** What the row is held against, round by round. */
  bare: Measured[];
}

export interface Servers {
  service: RunningProcess;
  bare: RunningProcess;
  floor: RunningProcess;
  databasePid: number;
}

/** Of the bare server, or of the floor. */
const barePath = (against: Against, name: string) => (against === "floor" ? "/" : `/${name}`);

/** Measures all rows in each round, each row side by side with what it is held against, in turns. */
export async function measureRounds(
  rows: Row[],
  servers: Servers,
  { seconds, isShort, prepare }: { seconds: number; isShort: boolean; prepare(count: number): Promise<void> },
  log: Log,
): Promise<Map<string, Rounds>> {
  const results = new Map<string, Rounds>(rows.map(({ name }) => [name, { service: [], bare: [] }]));
  for (let round = 0; round <= ROUNDS; round++) {
    // The one before the first warms what a start leaves cold: compiled code, caches, connections.
    const isWarm = round > 0;
    const title = isWarm ? `Round ${round} of ${ROUNDS}` : "Warming up";
    await log.step(title, async () => {
      for (const row of rows) {
        const count = row.count && (isWarm ? row.count[isShort ? "short" : "full"] : row.count.short);
        if (count) await prepare(count + row.connections);
        const until: Load["until"] = count
          ? { requests: count }
          : { seconds: isWarm ? seconds : WARM_SECONDS };
        const found = await inTurns(row, until, servers, round % 2 === 0);
        if (!isWarm) continue;
        const { service, bare } = results.get(row.name)!;
        service.push(found.service);
        if (found.bare) bare.push(found.bare);
      }
    });
  }
  return results;
}

async function inTurns(row: Row, until: Load["until"], servers: Servers, isBareFirst: boolean) {
  const { connections, against, shot, status } = row;
  const load = { connections, until };
  const ofService = () => measured({ ...load, shot, status }, servers.service, servers.databasePid);
  if (!against) return { service: await ofService(), bare: null };
  const other = against === "floor" ? servers.floor : servers.bare;
  const path = barePath(against, row.name);
  const likeIt = typeof shot === "function" ? () => ({ ...shot(), path }) : { ...shot, path };
  const ofBare = () => measured({ ...load, shot: likeIt, status: 200 }, other, servers.databasePid);
  if (isBareFirst) {
    const bare = await ofBare();
    return { service: await ofService(), bare };
  }
  const service = await ofService();
  return { service, bare: await ofBare() };
}

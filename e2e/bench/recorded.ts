import { send } from "../support/send";
import { NAMES } from "./freshened";
import { type Recorder, type Recording, type Statement, startRecorder } from "./recorder";
import type { Row } from "./rows";
import { startService } from "./surroundings";

/** The first are those in which connections are opened and statements prepared. */
const WARM = 3;
const LOOKED_AT = 5;

/** How many of a row's requests are sent here: confirms are prepared. */
export const RECORDED = WARM + LOOKED_AT;

/**
 * Looks at one request of each row after another, at a service of its own whose database is reached through a recorder. Of
 * several the one with the fewest round trips counts, because work behind the answers adds to some.
 */
export async function askedOf(
  rows: Row[],
  settings: Record<string, string>,
): Promise<{ asked: Map<string, Recording>; known: string[] }> {
  const databaseUrl = settings.DATABASE_URL!;
  const recorder = await startRecorder(databaseUrl);
  const service = await startService({ ...settings, DATABASE_URL: recorder.url, WORKERS: "1" });
  try {
    const asked = new Map<string, Recording>();
    let known: string[] = [];
    for (const row of rows) {
      const recordings = await recordingsOf(row, service.url, recorder);
      const [before, last] = recordings.slice(-2) as [Recording, Recording];
      const fewest = recordings.reduce((a, b) => (b.roundTrips < a.roundTrips ? b : a));
      if (row.name === "create_plan") known = namesInBoth(before.statements, last.statements);
      asked.set(row.name, fewest);
    }
    return { asked, known };
  } finally {
    await service.stop();
    await recorder.close();
  }
}

/** Of several requests of one kind, one after another. */
async function recordingsOf(
  row: Pick<Row, "shot" | "status">,
  url: string,
  recorder: Recorder,
): Promise<Recording[]> {
  async function ask() {
    const { method, path, headers = {}, body } = typeof row.shot === "function" ? row.shot() : row.shot;
    const { status, bytes } = await send(method, url + path, headers, body);
    if (status !== row.status)
      throw new Error(`${method} ${path}: ${status} ${bytes.toString().slice(0, 400)}`);
  }
  for (let warm = 0; warm < WARM; warm++) await ask();
  const recordings: Recording[] = [];
  for (let seen = 0; seen < LOOKED_AT; seen++) recordings.push(await recorder.during(ask));
  return recordings;
}

/** Those that are not of one request alone: of the provider and its key. */
function namesInBoth(before: Statement[], last: Statement[]): string[] {
  const namesIn = (all: Statement[]) =>
    all.flatMap(({ parameters }) => parameters.flatMap((one) => one?.match(NAMES) ?? []));
  const former = new Set(namesIn(before));
  return [...new Set(namesIn(last))].filter((name) => former.has(name));
}

import postgres from "postgres";
import { send } from "../support/send";
import { NAMES } from "./freshened";
import { type Recorder, type Recording, type Statement, startRecorder } from "./recorder";
import type { Row } from "./rows";
import { startService } from "./surroundings";

/** What a row's request asks of the database: the fewest of those looked at, because work behind the answers adds to some. */
export interface Asked {
  roundTrips: number;
  statements: Statement[];
  /** Tables that a statement would go through from end to end, though it may use any index. */
  scanned: string[];
}

/** The first are those in which connections are opened and statements prepared. */
const WARM = 3;
const LOOKED_AT = 5;

/** How many of a row's requests are sent here: confirms are prepared. */
export const RECORDED = WARM + LOOKED_AT;

/** Looks at one request of each row after another, at a service of its own whose database is reached through a recorder. */
export async function askedOf(
  rows: Row[],
  settings: Record<string, string>,
): Promise<{ asked: Map<string, Asked>; known: string[] }> {
  const databaseUrl = settings.DATABASE_URL!;
  const recorder = await startRecorder(databaseUrl);
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const service = await startService({ ...settings, DATABASE_URL: recorder.url, WORKERS: "1" });
  try {
    const asked = new Map<string, Asked>();
    let known: string[] = [];
    for (const row of rows) {
      const recordings = await recordingsOf(row, service.url, recorder);
      const [before, last] = recordings.slice(-2) as [Recording, Recording];
      const fewest = recordings.reduce((a, b) => (b.roundTrips < a.roundTrips ? b : a));
      if (row.name === "create_plan") known = namesInBoth(before.statements, last.statements);
      asked.set(row.name, {
        roundTrips: fewest.roundTrips,
        statements: fewest.statements,
        scanned: await scannedBy(sql, fewest.statements),
      });
    }
    return { asked, known };
  } finally {
    await service.stop();
    await sql.end();
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

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  Plans?: PlanNode[];
}

/** The planner is told to avoid it: what it still goes through from end to end has no index for the question. */
async function scannedBy(sql: postgres.Sql, statements: Statement[]): Promise<string[]> {
  const found = new Set<string>();
  for (const { text, parameters } of statements.filter((one) =>
    /^\s*(with|select|insert|update|delete)\b/i.test(one.text),
  )) {
    await sql.begin(async (tx) => {
      await tx.unsafe("set local enable_seqscan = off");
      const values = parameters.map((one) => (one === null ? "null" : `'${one.replaceAll("'", "''")}'`));
      await tx.unsafe("set local plan_cache_mode = force_custom_plan");
      await tx.unsafe(`prepare looked_at as ${text}`);
      const given = values.length > 0 ? `(${values.join(", ")})` : "";
      const [row] = await tx.unsafe(`explain (format json) execute looked_at${given}`);
      const plans = row?.["QUERY PLAN"] as { Plan: PlanNode }[];
      for (const { Plan } of plans) for (const name of scansIn(Plan)) found.add(name);
      await tx.unsafe("deallocate looked_at");
    });
  }
  return [...found].sort();
}

function scansIn(node: PlanNode): string[] {
  const own = node["Node Type"] === "Seq Scan" && node["Relation Name"] ? [node["Relation Name"]] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansIn)];
}

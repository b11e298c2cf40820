import { type Db, openDatabase } from "../../lib/db/client";
import { GatewayNotReached, GatewayOutcomeUnknown } from "../../lib/gateway/port";
import { explainDatabaseFault } from "../../packages/postgres-guard/faults";
import { checkSessions, PoolerFault } from "../../packages/postgres-guard/index";
import { codeOf } from "../../packages/text/narrow";
import { KeyFault } from "../../server/keys/check-keys";
import { quiet } from "../../server/program/log.mjs";
import { Problem } from "../../server/program/problem.mjs";
import { databaseFaults } from "../../server/settings/rules";
import { openDatabase as openDemoDatabase } from "../dev/database.mjs";
import { MigrationFault, migrateDatabase } from "../migrator";
import type { Settings } from "./settings";

/**
 * Works on the database of DATABASE_URL or, without it, on the demo's own, which is started for this where no demo runs.
 * @throws Problem for a pooler that does not go with DATABASE_PREPARE, and for other faults that the operator can fix
 */
export async function withDatabase<T>(
  settings: Settings,
  work: (db: Db, url: string) => Promise<T>,
  { examinesItself = false } = {},
): Promise<T> {
  const given = settings.DATABASE_URL;
  const prepare = prepares(settings);
  refuseOpenLines(settings);
  const undo: (() => Promise<unknown>)[] = [];
  try {
    const url = await openDemoDatabase(quiet, { before: (step) => void undo.push(step) }, given);
    return await inWords(async () => {
      if (!given) await migrateDatabase(url);
      else if (prepare && !examinesItself) await checkSessions({ url, prepare });
      const { db, close } = openDatabase({ url, poolSize: 1, prepare, name: "command-line" });
      undo.push(close);
      return work(db, url);
    });
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

/** @throws Problem where DATABASE_PREPARE is neither on nor off */
function prepares({ DATABASE_PREPARE: prepare }: Settings): boolean {
  if (prepare && prepare !== "on" && prepare !== "off")
    throw new Problem(
      `DATABASE_PREPARE is "${prepare}". Set it to on, or to off behind a transaction pooler.`,
    );
  return prepare !== "off";
}

/** Where migrations are run: past a pooler. */
export function migrationUrl({ DIRECT_DATABASE_URL, DATABASE_URL }: Settings): string | undefined {
  return DIRECT_DATABASE_URL || DATABASE_URL || undefined;
}

/** @throws Problem in production where passwords and records would travel unencrypted, as at a start */
export function refuseOpenLines(settings: Settings): void {
  if (settings.ENVIRONMENT !== "production") return;
  const names = ["DATABASE_URL", "DIRECT_DATABASE_URL"] as const;
  const faults = names.flatMap((name) => [...databaseFaults(name, settings[name] || undefined)]);
  if (faults.length > 0) throw new Problem(faults.join("\n"));
}

/** @throws Problem instead of faults that the operator can fix */
export async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw told(error);
  }
}

/** Words of systems and servers about a connection, which hold nothing that anybody sent. */
const OF_CONNECTION = /^(E[A-Z]+|CONNECT_TIMEOUT|08...|28...|3D000|53300)$/;

function told(error: unknown): unknown {
  if (error instanceof KeyFault || error instanceof PoolerFault || error instanceof MigrationFault)
    return new Problem(error.message);
  // Its cause may look like a database's fault.
  if (error instanceof GatewayNotReached || error instanceof GatewayOutcomeUnknown)
    return new Problem(`${error.message}. \`npm run doctor\` asks each gateway and processor account.`);
  const known = error instanceof Problem ? null : explainDatabaseFault(error);
  if (!known) return error;
  const what = `${known.means.charAt(0).toUpperCase()}${known.means.slice(1)}`;
  const words = wordsOfConnection(error);
  return new Problem(`${what}${words && `: ${words}`}. ${known.remedy}`);
}

function wordsOfConnection(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const inner = wordsOfConnection(error.cause);
  return inner || (OF_CONNECTION.test(codeOf(error)) ? error.message : "");
}

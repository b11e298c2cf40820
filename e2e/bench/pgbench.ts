import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../tools/shared/run.mjs";
import { findProgram } from "../support/programs";
import type { Statement } from "./recorder";

/** Transactions a second that PostgreSQL's own tool does of a statement; null where the machine does not have it. */
export async function pgbench(
  databaseUrl: string,
  { text, parameters }: Statement,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number | null> {
  const program = findProgram("pgbench", "postgresql-contrib").path;
  if (!program) return null;
  const folder = mkdtempSync(join(tmpdir(), "provider-checkout-pgbench-"));
  const file = join(folder, "statement.sql");
  // Its variables are the parameters of a prepared statement, as the driver sends it.
  writeFileSync(file, `${text.replace(/\s+/g, " ").replace(/\$(\d+)/g, ":p$1")};\n`);
  const variables = parameters.flatMap((value, index) => ["-D", `p${index + 1}=${value ?? ""}`]);
  try {
    const { code, output } = await run(program, [
      ...["-n", "-M", "prepared", "-f", file, "-T", String(Math.max(1, Math.round(seconds)))],
      ...["-c", String(connections), "-j", "1", ...variables, databaseUrl],
    ]);
    const [, perSecond] = /^tps = ([\d.]+)/m.exec(output) ?? [];
    if (code !== 0 || !perSecond) throw new Error(`pgbench failed:\n${output}`);
    return Number(perSecond);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Writes the one migration anew from the schema: until the first release there is no database to bring up to date.
 * From then on a change is a new migration, `drizzle-kit generate --name what_changed`.
 */
import { execFileSync } from "node:child_process";
import { appendFileSync, readFileSync, rmSync } from "node:fs";

const FOLDER = "drizzle/migrations";
rmSync(FOLDER, { recursive: true, force: true });
execFileSync(process.execPath, ["node_modules/drizzle-kit/bin.cjs", "generate", "--name", "baseline"], {
  stdio: "inherit",
});
appendFileSync(`${FOLDER}/0000_baseline.sql`, `\n${readFileSync("drizzle/storage.sql", "utf8")}`);

import "./lib/server/lines.mjs";
import { migrate } from "./commands/migrate";
import { describe } from "./lib/problem.mjs";

try {
  await migrate(process.argv.slice(2), process.env, console.log);
} catch (error) {
  console.error(describe(error));
  process.exitCode = 1;
}

import "./lib/server/lines.mjs";
import { migrate } from "./commands/migrate";
import { helpIfAsked } from "./lib/help.mjs";
import { describe } from "./lib/problem.mjs";

helpIfAsked("db:migrate");

try {
  await migrate(process.argv.slice(2), process.env, console.log);
} catch (error) {
  console.error(describe(error));
  process.exitCode = 1;
}

import "../server/program/lines.mjs";
import { workInRoot } from "../server/program/checkout.mjs";
import { describe } from "../server/program/problem.mjs";
import { migrate } from "./commands/migrate";

workInRoot();

try {
  await migrate(process.argv.slice(2), process.env, console.log);
} catch (error) {
  console.error(describe(error));
  process.exitCode = 1;
}

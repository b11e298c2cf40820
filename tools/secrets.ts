import { describe } from "../server/program/problem.mjs";
import { freshSecrets } from "./commands/secrets";

try {
  for (const line of freshSecrets(process.argv.slice(2))) console.log(line);
} catch (error) {
  console.error(describe(error));
  process.exitCode = 1;
}

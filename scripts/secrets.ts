import { freshSecrets } from "./commands/secrets";
import { describe } from "./lib/problem.mjs";

try {
  for (const line of freshSecrets(process.argv.slice(2))) console.log(line);
} catch (error) {
  console.error(describe(error));
  process.exitCode = 1;
}

import { freshSecrets } from "./commands/secrets";
import { helpIfAsked } from "./lib/help.mjs";
import { describe } from "./lib/problem.mjs";

helpIfAsked("secrets");

try {
  for (const line of freshSecrets(process.argv.slice(2))) console.log(line);
} catch (error) {
  console.error(describe(error));
  process.exitCode = 1;
}

/** What a change most likely breaks, in minutes; everything is `npm run test:all`. */
import { readArguments } from "./lib/tests/arguments.mjs";
import { partNamed } from "./lib/tests/parts.mjs";
import { testRun } from "./lib/tests/run.mjs";

await testRun(() => {
  const { words, grep } = readArguments(process.argv.slice(2));
  return {
    // Two lists keep two cores busy: while one waits, the other works.
    lanes: [[partNamed("unit"), partNamed("checks"), partNamed("browser")], [partNamed("api")]],
    filters: words,
    grep,
    alone: () => "npm test --",
  };
});

/** Everything that is tested, or the parts that are named. */
import { readArguments } from "./lib/tests/arguments.mjs";
import { PARTS } from "./lib/tests/parts.mjs";
import { testRun } from "./lib/tests/run.mjs";

await testRun(() => {
  const { words, grep } = readArguments(process.argv.slice(2));
  const named = PARTS.filter(({ name }) => words.includes(name));
  return {
    lanes: [named.length > 0 ? named : [...PARTS]],
    filters: words.filter((word) => !named.some(({ name }) => name === word)),
    grep,
    alone: ({ name }) => `npm run test:all -- ${name}`,
  };
});

/**
 * Runs the promises of card gateways against an account at a processor, for `npm run gateways -- rehearse`. Prints each as a
 * line of JSON, and fails if the account does not keep one.
 */
import { stripVTControlCharacters } from "node:util";
import type { Reporter } from "vitest/node";
import { startVitest } from "vitest/node";
import { root } from "../../server/program/checkout.mjs";

const say = (row: object) => process.stdout.write(`${JSON.stringify(row)}\n`);

const { secret } = JSON.parse(process.env.REHEARSED_ACCOUNT ?? "{}");

const words = (errors: readonly { message: string }[]) =>
  stripVTControlCharacters(errors.map(({ message }) => message).join("\n")).replaceAll(secret, "the secret");

const reporter: Reporter = {
  onTestCaseResult(test) {
    const { state, errors, ...rest } = test.result();
    const promise = test.name;
    if (state === "failed") say({ promise, result: "differs", difference: words(errors) });
    else if (state === "skipped")
      say({ promise, result: "left_out", reason: "note" in rest ? rest.note : "" });
    else say({ promise, result: "kept" });
  },
  onTestRunEnd(modules, unhandled) {
    const faults = [...modules.flatMap((module) => module.errors()), ...unhandled];
    if (faults.length > 0)
      say({ promise: "It can be rehearsed", result: "differs", difference: words(faults) });
  },
};

const SUITE = "e2e/rehearsal/account.rehearsal.ts";
const MAX_TEST_MS = 300_000;
const vitest = await startVitest("test", [SUITE], {
  config: false,
  root,
  include: [SUITE],
  watch: false,
  reporters: [reporter],
  testTimeout: MAX_TEST_MS,
  hookTimeout: MAX_TEST_MS,
});
await vitest.close();

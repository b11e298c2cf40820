import { text } from "node:stream/consumers";
import { secretFault } from "../../lib/gateway/set-up";
import { Problem } from "../../server/program/problem.mjs";

/**
 * Secrets from standard input, a line each, because a command line can be read by others on the machine.
 * @throws Problem if there is none, or one has blanks or is too short to be one
 */
export async function readSecrets(): Promise<[string, ...string[]]> {
  if (process.stdin.isTTY)
    process.stderr.write("Type or paste the secret, then end the input with Ctrl+D:\n");
  const [secret, ...others] = (await text(process.stdin))
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  if (secret === undefined)
    throw new Problem("There is no secret on standard input. Send it there: `… < secret.txt`.");
  for (const one of [secret, ...others])
    if (secretFault(one)) throw new Problem(`A secret on standard input: ${secretFault(one)}`);
  return [secret, ...others];
}

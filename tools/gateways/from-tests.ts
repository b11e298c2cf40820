import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../server/program/checkout.mjs";
import { Problem } from "../../server/program/problem.mjs";

/**
 * Runs a program of the repository's tests in this terminal until it ends. It ends too when this process does.
 * @param env beside this process's own: secrets go there, because others on the machine can read a command line
 * @returns its exit code; null after a signal such as Ctrl-C
 * @throws Problem where the tests are not installed
 */
export async function runFromTests(
  [file, ...args]: [string, ...string[]],
  env: Record<string, string> = {},
): Promise<number | null> {
  if (!existsSync(join(root, file)))
    throw new Problem(
      `This needs ${file}, which is part of the repository's tests and not of an installation. Run it in a checkout, after \`npm install\`.`,
    );
  const child = spawn(process.execPath, ["--import", "tsx", file, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["pipe", "inherit", "inherit"],
  });
  // The terminal tells both; the child ends first.
  const wait = () => {};
  process.on("SIGINT", wait);
  try {
    const [code] = await once(child, "close");
    return code;
  } finally {
    process.off("SIGINT", wait);
  }
}

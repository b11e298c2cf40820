import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../../server/program/checkout.mjs";

/** The Python client, from the top of its folder. */
export const PYTHON_CLIENT = join(root, "packages", "client-python");

const RECENT = "import sys; sys.exit(sys.version_info < (3, 9))";
const succeeds = (name: string, code: string) => spawnSync(name, ["-c", code]).status === 0;

/** What Python 3.9 or newer is called on this machine; null where there is none. */
export const python = ["python3", "python"].find((name) => succeeds(name, RECENT)) ?? null;

/** Runs Python, which leaves nothing behind in the folders of its modules. @throws when it fails */
export function runPython(args: readonly string[], env: Record<string, string> = {}, cwd = PYTHON_CLIENT) {
  return promisify(execFile)(python!, [...args], {
    cwd,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1", PYTHONWARNINGS: "error", ...env },
  });
}

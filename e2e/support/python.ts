import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../../scripts/lib/checkout.mjs";

/** The Python client, from the top of its folder. */
export const PYTHON_CLIENT = join(root, "clients", "python");

const RECENT = "import sys; sys.exit(sys.version_info < (3, 9))";
const succeeds = (name: string, code: string) => spawnSync(name, ["-c", code]).status === 0;

/** What Python 3.9 or newer is called on this machine; null where there is none. */
export const python = ["python3", "python"].find((name) => succeeds(name, RECENT)) ?? null;

/** Whether it can make an environment with pip, which Debian has in a package of its own. */
export const hasVenv = () => python === "python3" && succeeds(python, "import ensurepip, venv");

/** Carries out the guide's commands in that folder, without a network. @returns the Python that they have made there */
export async function installByPip(folder: string, commands: string): Promise<string> {
  const offline = { PIP_NO_INDEX: "1", PIP_DISABLE_PIP_VERSION_CHECK: "1" };
  await promisify(execFile)(
    "bash",
    ["-ec", commands.replace("/path/to/provider-checkout", () => `'${root}'`)],
    {
      cwd: folder,
      env: { ...process.env, ...offline },
    },
  );
  return join(folder, ".venv/bin/python");
}

/** Runs Python, which leaves nothing behind in the folders of its modules. @throws when it fails */
export function runPython(args: readonly string[], env: Record<string, string> = {}, cwd = PYTHON_CLIENT) {
  return promisify(execFile)(python!, [...args], {
    cwd,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1", PYTHONWARNINGS: "error", ...env },
  });
}

/** Runs what containers run as plain processes: in a folder that they cannot write to, as a user without rights. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Image, pathWithNode } from "./image";

/** `nobody` of all systems that we run on. */
const WITHOUT_RIGHTS = 65_534;

export interface Container {
  output(): string;
  /** Undefined while it runs. */
  code(): number | null | undefined;
  ended: Promise<number | null>;
  /** @returns the code that it ends with; null where it had to be killed */
  stop(): Promise<number | null>;
}

/** Only what hangs takes as long. */
const HANGS_MS = 120_000;

/** @param env all that it has, beside the image's own */
export function startContainer(image: Image, command: string[], env: Record<string, string>): Container {
  // The one place that it may write to, as a tmpfs is.
  const tmp = mkdtempSync(join(tmpdir(), "provider-checkout-tmpfs-"));
  chmodSync(tmp, 0o777);
  const [program = "", ...args] = command;
  const who = process.getuid?.() === 0 ? { uid: WITHOUT_RIGHTS, gid: WITHOUT_RIGHTS } : {};
  const child = spawn(program, args, {
    cwd: image.folder,
    env: { NODE_ENV: "production", PATH: pathWithNode(), HOME: tmp, TMPDIR: tmp, ...image.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    ...who,
  });
  let written = "";
  let code: number | null | undefined;
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (written += chunk));
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const ended = once(child, "close").then(([ending]) => {
    process.off("exit", kill);
    rmSync(tmp, { recursive: true, force: true });
    code = ending as number | null;
    return code;
  });
  return {
    output: () => written,
    code: () => code,
    ended,
    async stop() {
      child.kill("SIGTERM");
      const patience = setTimeout(kill, HANGS_MS);
      const ending = await ended;
      clearTimeout(patience);
      return ending;
    },
  };
}

/** Runs to its end. @throws Error with what it wrote where that is not 0 */
export async function runInContainer(
  image: Image,
  command: string[],
  env: Record<string, string>,
): Promise<string> {
  const container = startContainer(image, command, env);
  const code = await container.ended;
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}:\n${container.output()}`);
  return container.output();
}

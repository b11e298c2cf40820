import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, lchownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../server/program/checkout.mjs";
import { until } from "../support/poll";
import { findProgram } from "../support/programs";

const NEEDED = ["unshare", "nsenter", "setpriv"].map((name) => findProgram(name, "util-linux"));
const LACKING = [...NEEDED, findProgram("ip", "iproute2")].find(({ path }) => path === null);
const IS_ROOT = process.getuid?.() === 0;

/** What keeps this machine from cutting a program's network; empty where nothing does. */
export const NO_CUT = LACKING?.remedy ?? (IS_ROOT ? "" : "needs root: sudo");

/** Somebody without rights and without a home folder, who also runs databases where the tests are root's. */
const NOBODY = 65_534;
/** What a clone has not, and what belongs to this one alone. */
const LEFT_OUT = /^(\.git|\.data|\.next.*|\.env|\.vercel|node_modules|test-results|.*\.tsbuildinfo)$/;
/** A first build on a machine with much else to do. */
const HANGS_SECONDS = 900;

export interface Program {
  child: ChildProcess;
  output(): string;
  /** Waits until it has written this. @throws with its output when it ends before */
  says(words: string): Promise<void>;
  /** Waits for its end, which a signal to it and all that it started may bring about, as Ctrl-C in a terminal is one. */
  ended(signal?: NodeJS.Signals): Promise<{ code: number | null; output: string }>;
}

/**
 * A copy of this checkout under a path as people have them, on a machine as they have them: without network where that
 * can be arranged (`NO_CUT`), without home folder, and not as root.
 */
export async function otherMachine() {
  const top = mkdtempSync(join(tmpdir(), "other-machine-"));
  const folder = join(top, "Müller's & Söhne (日本)", "a name that is long ".repeat(5).trim());
  copyCheckout(folder);
  if (IS_ROOT) handOver(top);
  const holder = NO_CUT === "" ? await cutNetwork() : undefined;
  const within = holder
    ? [
        "nsenter",
        `--net=/proc/${holder.pid}/ns/net`,
        ...["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`],
      ]
    : [];
  const asNobody = holder ? [...within, "--clear-groups"] : [];
  const started = new Set<ChildProcess>();

  /** Neither HOME nor settings come along; `npm` must not look for newer versions of itself. */
  const env = { PATH: process.env.PATH ?? "", LANG: "C.UTF-8", npm_config_update_notifier: "false" };

  function start([program = "", ...args]: string[], settings: Record<string, string> = {}): Program {
    const [command = "", ...rest] = [...asNobody, program, ...args];
    const child = spawn(command, rest, {
      cwd: folder,
      env: { ...env, ...settings } as unknown as NodeJS.ProcessEnv,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    started.add(child);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
    const end = once(child, "close").then(([code]) => {
      started.delete(child);
      return code as number | null;
    });
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
    return {
      child,
      output: () => output,
      async says(words) {
        await until(`"${words}"`, () => hasEnded() || output.includes(words), { seconds: HANGS_SECONDS });
        if (!output.includes(words)) throw new Error(`It ended without "${words}":\n${output}`);
      },
      async ended(signal) {
        if (signal && !hasEnded()) process.kill(-child.pid!, signal);
        return { code: await end, output };
      },
    };
  }

  return {
    folder,
    start,
    run: (command: string[], settings?: Record<string, string>) => start(command, settings).ended(),
    /** How often something there tried to reach a place outside of it, a name server too. */
    triedOutside: () => (holder ? outward(holder.pid!) : 0),
    async remove() {
      for (const { pid } of started) process.kill(-pid!, "SIGKILL");
      await Promise.all([...started].map((child) => once(child, "close")));
      holder?.kill("SIGKILL");
      rmSync(top, { recursive: true, force: true });
    },
  };
}

/** The packages are linked, not copied, where the file system can do so: nothing that runs there writes to them. */
function copyCheckout(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(root).filter((one) => !LEFT_OUT.test(one)))
    execFileSync("cp", ["-a", join(root, name), folder]);
  const packages = [join(root, "node_modules"), folder];
  try {
    execFileSync("cp", ["-al", ...packages], { stdio: "ignore" });
  } catch {
    execFileSync("cp", ["-a", ...packages]);
  }
  // What tools have kept there for themselves is not of the packages.
  for (const kept of [".vite", ".vite-temp", ".cache"])
    rmSync(join(folder, "node_modules", kept), { recursive: true, force: true });
}

/** All but the packages themselves, whose files this checkout shares. */
function handOver(path: string): void {
  chownSync(path, NOBODY, NOBODY);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inside = join(path, entry.name);
    if (entry.name === "node_modules") chownSync(inside, NOBODY, NOBODY);
    else if (entry.isDirectory()) handOver(inside);
    else lchownSync(inside, NOBODY, NOBODY);
  }
}

/** A process that keeps a network which has only itself. */
async function cutNetwork(): Promise<ChildProcess> {
  const holder = spawn("unshare", ["--net", "sh", "-c", "ip link set lo up && echo up && exec cat"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  process.once("exit", () => holder.kill("SIGKILL"));
  await once(holder.stdout, "data");
  return holder;
}

/** What found no route, by the network's own count. */
function outward(pid: number): number {
  const [names = [], values = []] = readFileSync(`/proc/${pid}/net/snmp`, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("Ip:"))
    .map((line) => line.split(" "));
  const six = /Ip6OutNoRoutes\s+(\d+)/.exec(readFileSync(`/proc/${pid}/net/snmp6`, "utf8"))?.[1];
  return Number(values[names.indexOf("OutNoRoutes")]) + Number(six ?? 0);
}

import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { root } from "../../server/program/checkout.mjs";
import { makeDatabase } from "./database";
import { HANGS_MS, NO_HURRY } from "./limits";

export type Door = "server" | "next";

/** The entry points that the tests of this part go through, each test once for each. */
export const DOORS = (process.env.TEST_ENTRY_POINTS ?? "server").split(",") as Door[];

/** Plain data about a running stack, handed to the test files. */
export interface Stack {
  databaseUrl: string;
  appKeys: string;
  jobsSecret: string;
  /** Base address of each entry point. */
  doors: Record<Door, string>;
  /** Where stand-ins for the card processors listen; in a browser's tests only. */
  processors?: { stripe: string; pinch: string };
}

export interface RunningProcess {
  url: string;
  child: ChildProcess;
  /** Everything it wrote so far. */
  output(): string;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

/** Settings that every test server has; a test's own come on top. */
export function settingsOf(databaseUrl: string, appKeys: string, jobsSecret: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    APP_KEYS: appKeys,
    JOBS_SECRET: jobsSecret,
    ENVIRONMENT: "sandbox",
    OPERATOR_CONTACT: "operator@example.edu",
    TICK_SECONDS: "1",
    // Tests send what one caller would in minutes; those of the limits start servers of their own.
    RATE_LIMIT_PER_SECOND: "0",
    // What is slow on a busy machine is no fault.
    ...NO_HURRY,
    LOG_LEVEL: "warn",
    // No load balancer is there to notice.
    DRAIN_MS: "0",
    NODE_ENV: "production",
    TEST_BUILD: "1",
    NEXT_DIST_DIR: ".next-test",
    NEXT_TELEMETRY_DISABLED: "1",
  };
}

/** What `npm run build` makes of the test build: the folder that an installation runs. */
export const BUILT = join(root, ".next-test/standalone");
export const SERVER = join(BUILT, "server/serve.mjs");
/** A command as an installation runs it. */
export const compiled = (name: string) => join(BUILT, ".next-test/commands", `${name}.mjs`);

/** Starts one server of the test build and waits until it answers. A port that somebody took meanwhile is given up. */
export async function startServer(door: Door, settings: Record<string, string>): Promise<RunningProcess> {
  for (let tries = 1; ; tries++) {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const command =
      door === "server" ? [SERVER] : ["node_modules/next/dist/bin/next", "start", "--port", String(port)];
    const child = start(command, { PORT: String(port), BASE_URL: url, ...settings });
    try {
      await untilAnswers(`${url}/v1/environment`, child, LISTENING[door]);
      return { url, ...child };
    } catch (error) {
      if (tries === 3 || !/EADDRINUSE|another program uses/.test(child.output())) throw error;
    }
  }
}

/** What a server writes once the port is its own: an answer alone might be a stranger's. */
const LISTENING = { server: "Provider Checkout is at", next: "Ready in" } as const;

/** Starts a Node process in the project's folder, or another one, keeping what it writes. */
export function start(
  command: string[],
  settings: Record<string, string>,
  cwd?: string,
  program = process.execPath,
): Omit<RunningProcess, "url"> {
  // BASE_URL is what the test runner calls its own.
  const { NODE_OPTIONS: _, VITEST: __, BASE_URL: ___, ...inherited } = process.env;
  const child = spawn(program, command, {
    cwd,
    env: { ...inherited, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let written = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (written += chunk));
  const ended = once(child, "exit");
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  return {
    child,
    output: () => written,
    async stop(signal = "SIGTERM") {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const patience = setTimeout(() => child.kill("SIGKILL"), HANGS_MS);
      await ended;
      clearTimeout(patience);
    },
  };
}

/** Waits until an address answers at all. @throws Error with the process's output when it ends, or is ended for never answering */
export async function untilAnswers(
  url: string,
  process: Omit<RunningProcess, "url">,
  says = "",
): Promise<void> {
  for (const from = performance.now(); performance.now() - from < HANGS_MS; ) {
    if (process.child.exitCode !== null || process.child.signalCode !== null) break;
    if (!process.output().includes(says)) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      continue;
    }
    const response = await fetch(url).catch(() => null);
    await response?.arrayBuffer();
    if (response) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await process.stop("SIGKILL");
  throw new Error(`Nothing answers at ${url}:\n${process.output()}`);
}

/** The entry points over one new database: two processes that know nothing of each other. */
export async function startStack(
  cluster: string,
  settings: Record<string, string> = {},
  doors: readonly Door[] = ["server", "next"],
) {
  const databaseUrl = await makeDatabase(cluster);
  const appKeys = `1:${randomBytes(32).toString("base64")}`;
  const jobsSecret = randomBytes(24).toString("base64url");
  const all = { ...settingsOf(databaseUrl, appKeys, jobsSecret), ...settings };
  const started = await Promise.all(doors.map(async (door) => [door, await startServer(door, all)] as const));
  const details: Stack = {
    databaseUrl,
    appKeys,
    jobsSecret,
    doors: Object.fromEntries(started.map(([door, { url }]) => [door, url])) as Stack["doors"],
  };
  return { details, stop: () => Promise.all(started.map(([, server]) => server.stop())) };
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, linkSync, lstatSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { dirname, join, resolve } from "node:path";

/** What the platform hands to a function, and what comes back. */
export interface Call {
  method: string;
  /** Path and query. */
  target: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface Told {
  id: string;
  processorMs: number;
  waited: number;
}

const PROGRAM = resolve("e2e/hosting/platform/function.mjs");

/** A function of a build: its files, laid out alone as the platform does, and at most one process. */
export class PlatformFunction {
  readonly bytes: number;
  /** Processor time (user and system) of the newest process up to its first answer, in milliseconds. */
  coldMs = 0;
  /** How often a process was started, stopped, and waited for after its answer. */
  readonly counts = { started: 0, frozen: 0, waited: 0 };
  private child: ChildProcess | undefined;
  private starting: Promise<number> | undefined;
  private underWay = new Set<string>();
  private written = "";

  /** @param built its folder in the build @param checkout the copy that was built @param folder where its files are put */
  constructor(
    built: string,
    checkout: string,
    private readonly folder: string,
    private readonly settings: Record<string, string>,
    private readonly agent: Agent,
  ) {
    const { filePathMap = {} } = JSON.parse(readFileSync(join(built, ".vc-config.json"), "utf8"));
    const files = Object.entries<string>(filePathMap).map(
      ([to, from]) => [to, resolve(checkout, from)] as const,
    );
    for (const name of readdirSync(built, { recursive: true, encoding: "utf8" }))
      files.push([name, join(built, name)]);
    this.bytes = 0;
    for (const [to, from] of files) {
      const entry = lstatSync(from);
      if (entry.isDirectory()) continue;
      const target = join(folder, to);
      mkdirSync(dirname(target), { recursive: true });
      // Links between packages stay links.
      if (entry.isSymbolicLink()) cpSync(from, target, { verbatimSymlinks: true });
      else linkSync(from, target);
      this.bytes += entry.size;
    }
  }

  get output(): string {
    return this.written;
  }

  /** Thaws the process, or starts one, and freezes it when nothing is under way any more. */
  async call(id: string, { method, target, headers, body }: Call): Promise<Answer> {
    this.underWay.add(id);
    this.child?.kill("SIGCONT");
    this.starting ??= this.start();
    const port = await this.starting;
    const sent = request({
      ...{ host: "127.0.0.1", port, method, path: target, agent: this.agent },
      headers: { ...headers, "x-vercel-id": id },
    });
    sent.end(body);
    const [answer] = (await once(sent, "response").catch((cause) => {
      throw new Error(`The function did not answer:\n${this.written}`, { cause });
    })) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk);
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) };
  }

  /** Ends the process as the platform does with one that it no longer needs: without a word. */
  async end(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    this.starting = undefined;
    this.coldMs = 0;
    this.underWay.clear();
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  }

  /** Whether it works on a request, or on what the request has left behind. */
  get isRunning(): boolean {
    return this.underWay.size > 0;
  }

  private async start(): Promise<number> {
    // Nothing of this process: a function knows only the settings of its deployment.
    const env = {
      PATH: process.env.PATH ?? "",
      TZ: ":UTC",
      NODE_ENV: "production",
      ...this.settings,
    } as const;
    const child: ChildProcess = spawn(process.execPath, [PROGRAM, this.folder], {
      cwd: this.folder,
      env,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    this.child = child;
    this.counts.started += 1;
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk) => {
        this.written += chunk;
      });
    const stop = () => child.kill("SIGKILL");
    process.once("exit", stop);
    child.once("exit", () => process.off("exit", stop));
    child.on("message", (told: Told | { port: number }) => "id" in told && this.hear(child, told));
    const [told] = await Promise.race([
      once(child, "message"),
      once(child, "exit").then(() => {
        throw new Error(`The function ended:\n${this.written}`);
      }),
    ]);
    return told.port;
  }

  private hear(child: ChildProcess, { id, processorMs, waited }: Told): void {
    if (child !== this.child) return;
    this.coldMs ||= processorMs;
    this.counts.waited += waited;
    this.underWay.delete(id);
    if (this.underWay.size > 0) return;
    child.kill("SIGSTOP");
    this.counts.frozen += 1;
  }
}

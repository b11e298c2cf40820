import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { AgreementModel } from "./model";
import type { RenderReply, RenderRequest } from "./worker";

export interface RenderedAgreement {
  pdf: Uint8Array;
  /** Of the PDF, in lower-case hexadecimal. */
  sha256: string;
}

/** There was no time to make the document: nothing is wrong with it, and later it can be made. */
export class RendererBusy extends Error {
  override name = "RendererBusy";
}

/** Makes the agreement's PDF beside the thread that answers requests. */
export interface AgreementRenderer {
  /**
   * @throws RendererBusy where it took too long, or too many wait already
   * @throws Error where the document could not be made
   */
  render(model: AgreementModel): Promise<RenderedAgreement>;
  /** Ends the worker. What is still waiting is refused. */
  close(): Promise<void>;
}

export interface RendererOptions {
  /** Start the worker now and not with the first agreement. */
  warm?: boolean;
  /** How long one document may take before its worker is given up. */
  timeoutMs?: number;
  /** Another worker, for tests. */
  spawn?: () => Worker;
}

interface Job {
  request: RenderRequest;
  resolve(result: RenderedAgreement): void;
  reject(error: Error): void;
}

/** At some eight documents a second, what comes after these would wait longer than any caller does. */
const LONGEST_QUEUE = 200;

/**
 * One long-lived worker that renders one document after another. A worker that dies or hangs takes only the
 * document under way with it; the next gets a new worker. An idle worker does not keep the process alive.
 */
export function createAgreementRenderer(options: RendererOptions = {}): AgreementRenderer {
  const { warm = false, timeoutMs = 30_000, spawn = spawnWorker } = options;
  const waiting: Job[] = [];
  let worker: Worker | undefined;
  let underWay: { job: Job; timer: NodeJS.Timeout } | undefined;
  let lastId = 0;
  let closed = false;

  function start(): Worker {
    const started = spawn();
    started.unref();
    started.on("message", (reply: RenderReply) => {
      if (started !== worker || reply.id !== underWay?.job.request.id) return;
      const job = settle();
      if ("error" in reply) job?.reject(new Error(`The agreement was not rendered: ${reply.error}`));
      else job?.resolve({ pdf: reply.pdf, sha256: reply.sha256 });
      started.unref();
      next();
    });
    started.on("error", (error) => lose(started, error));
    started.on("exit", (code) => lose(started, new Error(`The agreement's worker ended with code ${code}`)));
    return started;
  }

  /** The job under way, no longer so. */
  function settle(): Job | undefined {
    const job = underWay?.job;
    clearTimeout(underWay?.timer);
    underWay = undefined;
    return job;
  }

  /** That worker is no more to be used; a later sign of life from it counts for nothing. */
  function lose(lost: Worker, error: Error): void {
    if (lost !== worker) return;
    worker = undefined;
    settle()?.reject(error);
    next();
  }

  function next(): void {
    if (underWay || closed) return;
    const job = waiting.shift();
    if (!job) return;
    try {
      worker ??= start();
    } catch (error) {
      job.reject(error instanceof Error ? error : new Error(String(error)));
      next();
      return;
    }
    const current = worker;
    const timer = setTimeout(() => {
      lose(current, new RendererBusy(`The agreement was not rendered within ${timeoutMs} ms`));
      void current.terminate();
    }, timeoutMs);
    underWay = { job, timer };
    current.ref();
    current.postMessage(job.request);
  }

  if (warm) worker = start();

  return {
    render(model) {
      return new Promise((resolve, reject) => {
        if (closed) return reject(new Error("The agreement's renderer is closed"));
        if (waiting.length >= LONGEST_QUEUE)
          return reject(new RendererBusy("Too many agreements wait already"));
        lastId += 1;
        waiting.push({ request: { id: lastId, model }, resolve, reject });
        next();
      });
    },
    async close() {
      closed = true;
      const ending = worker;
      worker = undefined;
      const refused = [settle(), ...waiting.splice(0)];
      for (const job of refused) job?.reject(new Error("The agreement's renderer is closed"));
      await ending?.terminate();
    },
  };
}

/** What a document allocates lives hardly longer than it: with room for it, a seventh of the time is not spent on moving it. */
const MEMORY = { maxYoungGenerationSizeMb: 96 };

function spawnWorker(): Worker {
  // A bundle leaves this unset. In tests and scripts, which run the sources, nobody has compiled the worker yet.
  if (import.meta.filename) {
    return new Worker(fromSource(import.meta.filename), { eval: true, resourceLimits: MEMORY });
  }
  // Written out in one expression: the bundler recognises just this form and builds the worker with it.
  return new Worker(new URL("./worker.ts", import.meta.url), { resourceLimits: MEMORY });
}

/** A script that runs the worker beside this file from its source. tsx does not reach into workers by itself. */
function fromSource(filename: string): string {
  const url = JSON.stringify(pathToFileURL(join(dirname(filename), "worker.ts")).href);
  return `import("tsx/esm/api").then(({ register }) => { register(); return import(${url}); });`;
}

import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { createTurns } from "../domain/turns";
import type { PrintedModel } from "./model";
import type { RenderReply, RenderRequest } from "./worker";

interface RenderedAgreement {
  pdf: Uint8Array;
  /** Of the PDF, in lower-case hexadecimal. */
  sha256: string;
}

/** There was no time to make the document; a later try may succeed. */
export class RendererBusy extends Error {
  override name = "RendererBusy";
}

/** Makes the PDF of an agreement, or of a receipt, in a thread of its own. */
export interface AgreementRenderer {
  /**
   * @param since when the caller began to wait, by `performance.now()`; by default now
   * @throws RendererBusy where it was not made in time, or too many of the provider's documents wait
   * @throws Error where the document could not be made
   */
  render(model: PrintedModel, since?: number): Promise<RenderedAgreement>;
  /** False from when the worker is lost until another is ready; asking starts that other one. */
  isWell(): boolean;
  /** Ends the worker and refuses what still waits. */
  close(): Promise<void>;
}

export interface RendererOptions {
  /** Start the worker now, not with the first agreement. */
  warm?: boolean;
  /**
   * Milliseconds after which a caller is refused, whether or not its document was begun. A worker that takes two thirds
   * of this for one document hangs and is ended; the documents behind it have the last third.
   */
  timeoutMs?: number;
  /** Another worker, for tests. */
  spawn?: () => Worker;
}

interface Job {
  request: RenderRequest;
  resolve(result: RenderedAgreement): void;
  reject(error: Error): void;
}

/** D-053: of the ten seconds that callers are promised, one is left for confirm's own write and answer. */
const TIMEOUT_MS = 9_000;
/** D-053: a worker makes about eight documents a second, so more of one provider would not be made in time. */
const MOST_WAITING = { each: 50, all: 500 };
/** A new worker first loads its modules. */
const START_MS = 30_000;

/**
 * One long-lived worker that makes one document after another; providers take turns. When it dies or hangs, only the
 * document under way fails, and the next one gets a new worker. An idle worker does not keep the process alive.
 */
export function createAgreementRenderer(options: RendererOptions = {}): AgreementRenderer {
  const { warm = false, timeoutMs = TIMEOUT_MS, spawn = spawnWorker } = options;
  const documentMs = (timeoutMs * 2) / 3;
  const turns = createTurns<Job>(MOST_WAITING);
  let worker: Worker | undefined;
  let isReady = false;
  let isLost = false;
  let underWay: { job: Job; timer: NodeJS.Timeout } | undefined;
  let lastId = 0;
  let closed = false;

  function start(): Worker {
    const started = spawn();
    isReady = false;
    started.unref();
    started.on("message", (reply: RenderReply) => {
      if (started !== worker) return;
      if (!isReady && underWay) watch(underWay.job, started, documentMs);
      isReady = true;
      isLost = false;
      if (reply.id !== underWay?.job.request.id) return;
      const job = settle();
      if ("error" in reply) job?.reject(new Error(`The agreement was not rendered: ${reply.error}`));
      else if ("pdf" in reply) job?.resolve({ pdf: reply.pdf, sha256: reply.sha256 });
      started.unref();
      next();
    });
    started.on("error", (error) => lose(started, error));
    started.on("exit", (code) =>
      lose(started, new RendererBusy(`The agreement's worker ended with code ${code}`)),
    );
    return started;
  }

  /** Ends the worker if the document is not made within `ms`. */
  function watch(job: Job, current: Worker, ms: number): void {
    clearTimeout(underWay?.timer);
    const timer = setTimeout(() => {
      lose(current, new RendererBusy(`The agreement was not rendered within ${ms} ms`));
      void current.terminate();
    }, ms);
    underWay = { job, timer };
  }

  /** Takes the job that is under way. */
  function settle(): Job | undefined {
    const job = underWay?.job;
    clearTimeout(underWay?.timer);
    underWay = undefined;
    return job;
  }

  /** From now on whatever that worker still sends is ignored. */
  function lose(lost: Worker, error: Error): void {
    if (lost !== worker) return;
    worker = undefined;
    isLost = true;
    settle()?.reject(error);
    next();
  }

  function next(): void {
    if (underWay || closed) return;
    const job = turns.take();
    if (!job) return;
    try {
      worker ??= start();
    } catch (error) {
      isLost = true;
      job.reject(error instanceof Error ? error : new Error(String(error)));
      next();
      return;
    }
    watch(job, worker, isReady ? documentMs : START_MS);
    worker.ref();
    worker.postMessage(job.request);
  }

  if (warm) worker = start();

  return {
    render(model, since = performance.now()) {
      return new Promise((resolve, reject) => {
        if (closed) return reject(new Error("The agreement's renderer is closed"));
        lastId += 1;
        const owner = model.provider.code;
        const left = since + timeoutMs - performance.now();
        // A document that is under way is finished although nobody waits for it: a new worker would cost more time.
        const patience = setTimeout(() => {
          turns.drop(owner, job);
          reject(new RendererBusy(`The agreement was not rendered within ${timeoutMs} ms`));
        }, left);
        const job: Job = {
          request: { id: lastId, model },
          resolve(result) {
            clearTimeout(patience);
            resolve(result);
          },
          reject(error) {
            clearTimeout(patience);
            reject(error);
          },
        };
        if (left <= 0) job.reject(new RendererBusy("There is no time left for the agreement"));
        else if (turns.add(owner, job)) next();
        else job.reject(new RendererBusy("Too many agreements wait already"));
      });
    },
    isWell() {
      if (isLost && !closed) worker ??= start();
      return !isLost;
    },
    async close() {
      closed = true;
      const ending = worker;
      worker = undefined;
      const closing = new Error("The agreement's renderer is closed");
      for (let job = settle() ?? turns.take(); job; job = turns.take()) job.reject(closing);
      await ending?.terminate();
    },
  };
}

/** Room for what one document allocates: without it the garbage collector takes a seventh of the time. */
const MEMORY = { maxYoungGenerationSizeMb: 96 };

function spawnWorker(): Worker {
  // Set only where the sources run, in tests and scripts: there nobody has compiled the worker.
  if (import.meta.filename) {
    return new Worker(fromSource(import.meta.filename), { eval: true, resourceLimits: MEMORY });
  }
  // The bundler recognises a worker only in exactly this form.
  return new Worker(new URL("./worker.ts", import.meta.url), { resourceLimits: MEMORY });
}

/** A script that runs the worker from its source: tsx does not compile what a worker imports. */
function fromSource(filename: string): string {
  const url = JSON.stringify(pathToFileURL(join(dirname(filename), "worker.ts")).href);
  return `import("tsx/esm/api").then(({ register }) => { register(); return import(${url}); });`;
}

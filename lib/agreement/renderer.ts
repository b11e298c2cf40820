import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { createTurns } from "../domain/turns";
import type { AgreementModel } from "./model";
import type { RenderReply, RenderRequest } from "./worker";

interface RenderedAgreement {
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
   * Documents are made one after another, and providers take turns.
   * @param since when its caller began to wait, by `performance.now()`; by default now
   * @throws RendererBusy where it could not be made in time, or too many of the provider's wait already
   * @throws Error where the document could not be made
   */
  render(model: AgreementModel, since?: number): Promise<RenderedAgreement>;
  /** Whether its worker lives, as far as is known. One that was lost is replaced by the next that asks. */
  isWell(): boolean;
  /** Ends the worker. What is still waiting is refused. */
  close(): Promise<void>;
}

export interface RendererOptions {
  /** Start the worker now and not with the first agreement. */
  warm?: boolean;
  /**
   * Milliseconds from when its caller began to wait until a document is refused, its turn come or not. One that takes two
   * thirds of that to make hangs: its worker is given up, and who waited behind it has the last third.
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

/** Callers are promised an answer within ten seconds, and confirm has to write and to answer besides. */
const TIMEOUT_MS = 9_000;
/** At some eight documents a second, more of one provider's could hardly be made in time. */
const MOST_WAITING = { each: 50, all: 500 };
/** A new worker reads its modules before it can make anything. Only one that hangs takes as long, on any machine. */
const START_MS = 30_000;

/**
 * One long-lived worker that renders one document after another. A worker that dies or hangs takes only the
 * document under way with it; the next gets a new worker. An idle worker does not keep the process alive.
 */
export function createAgreementRenderer(options: RendererOptions = {}): AgreementRenderer {
  const { warm = false, timeoutMs = TIMEOUT_MS, spawn = spawnWorker } = options;
  const documentMs = (timeoutMs * 2) / 3;
  const turns = createTurns<Job>(MOST_WAITING);
  let worker: Worker | undefined;
  let isReady = false;
  /** From when a worker is lost until another one is ready. */
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

  /** Gives this worker so long for the document. */
  function watch(job: Job, current: Worker, ms: number): void {
    clearTimeout(underWay?.timer);
    const timer = setTimeout(() => {
      lose(current, new RendererBusy(`The agreement was not rendered within ${ms} ms`));
      void current.terminate();
    }, ms);
    underWay = { job, timer };
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
        // Past it nobody waits for the document. One that is being made is made all the same: to end its worker would
        // cost the next ones more.
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

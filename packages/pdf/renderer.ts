import type { Worker } from "node:worker_threads";
import { createTurns } from "../turns/turns";

export interface RenderRequest<Model> {
  id: number;
  model: Model;
}

/** From the worker: that a sample was made, signs of life, and one reply for each document. */
export type RenderReply =
  | "ready"
  | "alive"
  | { id: number; pdf: Uint8Array<ArrayBuffer>; sha256: string }
  | { id: number; error: string };

interface RenderedDocument {
  pdf: Uint8Array;
  /** Of the PDF, in lower-case hexadecimal. */
  sha256: string;
}

/** Makes PDFs in a thread of its own. */
export interface Renderer<Model> {
  /**
   * Takes as long as it takes.
   * @returns null where it is not made now, because too many documents wait or the renderer is closed
   * @throws Error where the document could not be made
   */
  render(model: Model): Promise<RenderedDocument | null>;
  /** False from when the worker is lost until another is ready; asking starts that other one. */
  isWell(): boolean;
  /** Ends the worker, and makes nothing of what still waits. */
  close(): Promise<void>;
}

interface Options<Model> {
  spawn(): Worker;
  /** Whose document it is: owners take turns. */
  ownerOf(model: Model): string;
  /** Start the worker now, not with the first document. */
  warm: boolean;
}

interface Job<Model> {
  request: RenderRequest<Model>;
  resolve(result: RenderedDocument | null): void;
  reject(error: Error): void;
}

/** Bounds memory only: whoever finds no room comes back. */
const MAX_WAITING = { each: 20, all: 200 };
/** A worker that gives no sign of life for so many looks, a second apart, hangs. A process that is stopped looks at nothing. */
const MAX_SILENT_LOOKS = 300;
const LOOK_MS = 1_000;

/**
 * One long-lived worker that makes one document after another; owners take turns. When it dies or hangs, only the
 * document under way fails, and the next one gets a new worker. An idle worker does not keep the process alive.
 * See docs/decisions/033-sign-first.md.
 */
export function createRenderer<Model>({ spawn, ownerOf, warm }: Options<Model>): Renderer<Model> {
  const turns = createTurns<Job<Model>>(MAX_WAITING);
  let worker: Worker | undefined;
  let isLost = false;
  let underWay: { job: Job<Model>; watch: NodeJS.Timeout } | undefined;
  let silentLooks = 0;
  let lastId = 0;
  let closed = false;

  function start(): Worker {
    const started = spawn();
    started.unref();
    started.on("message", (reply: RenderReply) => {
      if (started !== worker) return;
      silentLooks = 0;
      if (reply === "alive") return;
      isLost = false;
      if (reply === "ready" || reply.id !== underWay?.job.request.id) return;
      const job = settle();
      if ("error" in reply) job?.reject(new Error(`The document was not rendered: ${reply.error}`));
      else job?.resolve({ pdf: reply.pdf, sha256: reply.sha256 });
      started.unref();
      next();
    });
    started.on("error", (error) => lose(started, error));
    started.on("exit", (code) => lose(started, new Error(`The renderer's worker ended with code ${code}`)));
    return started;
  }

  function look(current: Worker): void {
    silentLooks += 1;
    if (silentLooks < MAX_SILENT_LOOKS) return;
    lose(current, new Error(`The renderer's worker gave no sign of life ${MAX_SILENT_LOOKS} times`));
    void current.terminate();
  }

  /** Takes the job that is under way. */
  function settle(): Job<Model> | undefined {
    const job = underWay?.job;
    clearInterval(underWay?.watch);
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
    silentLooks = 0;
    underWay = { job, watch: setInterval(look, LOOK_MS, worker) };
    worker.ref();
    worker.postMessage(job.request);
  }

  if (warm) worker = start();

  return {
    render(model) {
      return new Promise((resolve, reject) => {
        lastId += 1;
        const job = { request: { id: lastId, model }, resolve, reject };
        if (closed || !turns.add(ownerOf(model), job)) resolve(null);
        else next();
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
      for (let job = settle() ?? turns.take(); job; job = turns.take()) job.resolve(null);
      await ending?.terminate();
    },
  };
}

import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { PrintedModel } from "../../lib/agreement/model";
import { createRenderer } from "../../packages/pdf/renderer";

interface RendererOptions {
  /** Start the worker now, not with the first document. */
  warm?: boolean;
  /** Another worker, for tests. */
  spawn?: () => Worker;
}

/** Providers take turns. A document that is not made now stays due in the database, and background work makes it later. */
export const createAgreementRenderer = ({ warm = false, spawn = spawnWorker }: RendererOptions = {}) =>
  createRenderer<PrintedModel>({ warm, spawn, ownerOf: ({ provider }) => provider.code });

/** Memory for one document. With less, the garbage collector takes a seventh of the time. */
const MEMORY = { maxYoungGenerationSizeMb: 96 };

function spawnWorker(): Worker {
  // Not set in the pages' build.
  if (import.meta.filename) {
    return new Worker(besideOf(import.meta.filename), { eval: true, resourceLimits: MEMORY });
  }
  // The bundler recognises a worker only in exactly this form.
  return new Worker(new URL("./worker.ts", import.meta.url), { resourceLimits: MEMORY });
}

/** A script that runs the worker: compiled like the commands, or from its source, where tsx compiles its imports. */
function besideOf(filename: string): string {
  const url = (name: string) => JSON.stringify(pathToFileURL(join(dirname(filename), name)).href);
  if (filename.endsWith(".mjs")) return `import(${url("agreement-thread.mjs")})`;
  return `import("tsx/esm/api").then(({ register }) => { register(); return import(${url("worker.ts")}); });`;
}

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Log } from "../../lib/domain/log";
import { type Timed, timed } from "../../packages/dates/time";
import type { Handle } from "../../packages/http/types";
import { isNotAllowed } from "../../packages/postgres-guard/errors";
import { createAgreementRenderer } from "../../server/documents/renderer";
import { createDeps, type Deps } from "../../server/instance/deps";
import { createApi } from "../../server/instance/instance";
import { parseSettings } from "../../server/settings/env";
import { listening } from "./listening";

export interface Here {
  url: string;
  /** What its operations work with; a test may put something else in a place. */
  deps: Timed<Deps>;
  stop(): Promise<void>;
}

/**
 * The API in this process, at an address of its own, with no background work: for tests to which the process of a
 * server and its pages are not the point. Starting one of those costs two seconds of a processor.
 */
export async function serveHere(settings: Readonly<Record<string, string>>): Promise<Here> {
  const deps = depsHere(settings);
  const { handle } = createApi(deps);
  // It closes no idle connection: on a slow machine that could meet the next request.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    answer(handle, request, response).catch(() => response.destroy());
  });
  const { url, stop } = await listening(server);
  return { url, deps, stop: () => stop().then(deps.close) };
}

/** One for all tests of this process, and never closed: to start one costs more than ten agreements. */
const agreements = createAgreementRenderer();

/** The use cases' adapters in this process, by a server's settings. */
export function depsHere(settings: Readonly<Record<string, string>>): Timed<Deps> {
  const parsed = parseSettings({ ...settings, NODE_ENV: "test", LOG_LEVEL: "silent" });
  const deps = createDeps(parsed, { serves: false });
  return timed({ ...deps, log: watched(deps.log), agreements }, () => new Date());
}

/**
 * Work that fails is logged and tried again. Where it fails for a right that the role of one provider lacks, no try helps:
 * the run of the tests fails, whichever test it was.
 */
function watched(log: Log): Log {
  const over = (level: keyof Log) => (details: object, message: string) => {
    if ("error" in details && isNotAllowed(details.error))
      void Promise.reject(new Error(`No right in the database: ${message}`, { cause: details.error }));
    log[level](details, message);
  };
  return { info: over("info"), warn: over("warn"), error: over("error") };
}

async function answer(handle: Handle, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = "/", query = ""] = (request.url ?? "/").split(/\?(.*)/s);
  const { status, headers, body } = await handle({
    method: request.method ?? "GET",
    path,
    query,
    headers: request.headers as Record<string, string>,
    async readBody() {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
    address: request.socket.remoteAddress ?? "",
  });
  response.writeHead(status, headers).end(body);
}

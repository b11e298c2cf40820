/** A platform of functions on this machine: a build's routes, one process a function, and nothing that runs between requests. */
import { once } from "node:events";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { Agent, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Answer, type Call, PlatformFunction } from "./functions";
import { type Answerer, type Asked, type Middleware, readOutputs, route } from "./routes";

export interface Platform {
  url: string;
  /** By address, as `/v1/[[...path]]`; several addresses may share one. */
  function(address: string): PlatformFunction;
  functions: ReadonlySet<PlatformFunction>;
  crons: readonly { path: string; schedule: string }[];
  stop(): Promise<void>;
}

/** Names that the platform's front sets itself, whatever a caller sends. */
const FORWARDED = /^x-(vercel|forwarded|real-ip|matched-path|middleware)/;

/**
 * @param checkout what `buildForPlatform` gave
 * @param settingsAt the deployment's settings, once its address is known
 */
export async function startPlatform(
  checkout: string,
  settingsAt: (url: string) => Record<string, string>,
): Promise<Platform> {
  const output = join(checkout, ".vercel/output");
  const outputs = readOutputs(output);
  const folder = mkdtempSync(join(tmpdir(), "provider-checkout-functions-"));
  const agent = new Agent({ keepAlive: false });
  const server = createServer((request, response) => {
    receive(request, response).catch((error) => {
      response.writeHead(502, { "content-type": "text/plain" });
      response.end(String(error?.stack ?? error));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const url = `http://127.0.0.1:${port}`;
  const settings = { ...systemVariables(`127.0.0.1:${port}`), ...settingsAt(url) };
  const byFolder = new Map<string, PlatformFunction>();
  const functions = new Map<string, PlatformFunction>();
  for (const [address, built] of outputs.functions) {
    // Addresses that share a function are links to one folder.
    const real = realpathSync(built);
    const one =
      byFolder.get(real) ??
      new PlatformFunction(real, checkout, join(folder, String(byFolder.size)), settings, agent);
    byFolder.set(real, one);
    functions.set(address, one);
  }
  let requests = 0;

  function find(address: string): PlatformFunction {
    const found = functions.get(address);
    if (!found) throw new RangeError(`The build has no function ${address}`);
    return found;
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const { method = "GET", url: target = "/" } = request;
    const [path = "/", query = ""] = target.split("?");
    const id = `syd1::${++requests}-${process.pid}`;
    const headers = { ...ownHeaders(request), "x-vercel-id": id };
    const asked: Asked = { method, path, query: new URLSearchParams(query), headers };
    const answerer = await route(outputs, asked, (at, now) => runMiddleware(at, now, target, id, body));
    if (answerer instanceof Response) return tell(response, await answerOf(answerer), {});
    if (answerer.kind === "none")
      return tell(response, { status: 404, headers: {}, body: Buffer.alloc(0) }, {});
    if (answerer.kind === "file") return sendFile(response, answerer);
    const call: Call = {
      method,
      // The address stays as it was sent, with what routes have read from it added to the query.
      target: added(target, asked.query, answerer.query),
      headers: { ...answerer.requestHeaders, "x-matched-path": answerer.output },
      body,
    };
    const answer = await find(answerer.output).call(id, call);
    tell(response, { ...answer, status: answerer.status ?? answer.status }, answerer.responseHeaders);
  }

  async function runMiddleware(
    address: string,
    asked: Asked,
    target: string,
    id: string,
    sent: Buffer,
  ): ReturnType<Middleware> {
    const { status, headers, body } = await find(address).call(`${id}-m`, {
      ...{ method: asked.method, target, headers: asked.headers, body: sent },
    });
    const given = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
    const ours = given.filter(([name]) => !name.startsWith("x-middleware-") && !HOP_BY_HOP.has(name));
    const rewrite = headers["x-middleware-rewrite"];
    if (!headers["x-middleware-next"] && !rewrite)
      return {
        kind: "answer",
        answer: new Response(new Uint8Array(body), { status, headers: Object.fromEntries(ours) }),
      };
    const overridden = headers["x-middleware-override-headers"];
    const requestHeaders =
      overridden === undefined
        ? null
        : Object.fromEntries(
            String(overridden)
              .split(",")
              .flatMap((name) => {
                const value = headers[`x-middleware-request-${name}`];
                return value === undefined ? [] : [[name, String(value)]];
              }),
          );
    return {
      kind: "next",
      rewrite: rewrite === undefined ? null : String(rewrite).replace(/^https?:\/\/[^/]+/, ""),
      requestHeaders,
      responseHeaders: Object.fromEntries(ours),
    };
  }

  function sendFile(response: ServerResponse, { output: path, responseHeaders, status }: Answerer): void {
    const { file, type } = outputs.files.get(path)!;
    const known = Object.entries(TYPES).find(([ending]) => path.endsWith(ending))?.[1];
    response.writeHead(status ?? 200, {
      "content-type": type ?? known ?? "application/octet-stream",
      ...responseHeaders,
    });
    response.end(readFileSync(file));
  }

  return {
    url,
    function: find,
    functions: new Set(functions.values()),
    crons: outputs.config.crons ?? [],
    async stop() {
      server.closeAllConnections();
      server.close();
      await Promise.all([...functions.values()].map((one) => one.end()));
      agent.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const TYPES = { ".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".woff2": "font/woff2" };
const HOP_BY_HOP = new Set(["connection", "keep-alive", "transfer-encoding", "content-length", "date"]);

function tell(
  response: ServerResponse,
  { status, headers, body }: Answer,
  more: Record<string, string>,
): void {
  for (const [name, value] of Object.entries({ ...more, ...headers }))
    if (value !== undefined && !HOP_BY_HOP.has(name)) response.setHeader(name, value);
  response.statusCode = status;
  response.end(body);
}

async function answerOf(answer: Response): Promise<Answer> {
  const body = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body };
}

/** What the platform's front tells of a caller; what the caller itself claims of that is dropped. */
function ownHeaders(request: IncomingMessage): Record<string, string> {
  const given = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined || FORWARDED.test(name) ? [] : [[name, String(value)] as const],
  );
  const address = request.socket.remoteAddress ?? "";
  const host = request.headers.host ?? "";
  return {
    ...Object.fromEntries(given),
    ...{ "x-forwarded-for": address, "x-real-ip": address, "x-vercel-forwarded-for": address },
    ...{ "x-forwarded-host": host, "x-forwarded-proto": "http", "x-vercel-deployment-url": host },
  };
}

function added(target: string, asked: URLSearchParams, routed: URLSearchParams): string {
  const more = [...routed].filter(([name]) => !asked.has(name));
  if (more.length === 0) return target;
  return `${target}${target.includes("?") ? "&" : "?"}${new URLSearchParams(more)}`;
}

/** What every function of the platform finds in its environment. */
const systemVariables = (host: string): Record<string, string> => ({
  ...{ VERCEL: "1", VERCEL_ENV: "production", VERCEL_TARGET_ENV: "production", VERCEL_REGION: "syd1" },
  ...{ VERCEL_URL: host, VERCEL_BRANCH_URL: host, VERCEL_PROJECT_PRODUCTION_URL: host },
  ...{ VERCEL_DEPLOYMENT_ID: "dpl_test", VERCEL_GIT_COMMIT_SHA: "0".repeat(40), NODE_ENV: "production" },
  ...{ AWS_LAMBDA_FUNCTION_NAME: "test", AWS_REGION: "ap-southeast-2", NOW_REGION: "syd1" },
});

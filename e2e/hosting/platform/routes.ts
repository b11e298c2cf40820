/** Routing by a build's `config.json`, as the platform's Build Output API (version 3) describes it. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

interface Condition {
  type: "header" | "host" | "query" | "cookie";
  key?: string;
  value?: string;
}

interface Route {
  handle?: string;
  src?: string;
  dest?: string;
  status?: number;
  headers?: Record<string, string>;
  methods?: string[];
  has?: Condition[];
  missing?: Condition[];
  continue?: boolean;
  check?: boolean;
  middlewarePath?: string;
  transforms?: { type: string; op: string; target: { key: string }; args: string }[];
}

interface Config {
  routes: Route[];
  overrides?: Record<string, { path?: string; contentType?: string }>;
  crons?: { path: string; schedule: string }[];
}

export interface Asked {
  method: string;
  /** The path, without a query. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
}

/** Who answers: a file, a function, or nobody. */
export interface Answerer {
  kind: "file" | "function" | "none";
  /** Of the file or function in the build; the function also gets it as the path that was matched. */
  output: string;
  status?: number;
  responseHeaders: Record<string, string>;
  requestHeaders: Record<string, string>;
  /** What routes have added to the query. */
  query: URLSearchParams;
}

/** What a middleware function says of a request. */
export type Middleware = (path: string, asked: Asked) => Promise<Verdict>;
type Verdict =
  | { kind: "answer"; answer: Response }
  | {
      kind: "next";
      rewrite: string | null;
      requestHeaders: Record<string, string> | null;
      responseHeaders: Record<string, string>;
    };

export interface Outputs {
  config: Config;
  /** By address. */
  files: Map<string, { file: string; type: string | null }>;
  /** By address; its folder in the build. */
  functions: Map<string, string>;
}

export function readOutputs(output: string): Outputs {
  const config: Config = JSON.parse(readFileSync(join(output, "config.json"), "utf8"));
  const files: Outputs["files"] = new Map();
  for (const name of readdirSync(join(output, "static"), { recursive: true, encoding: "utf8" })) {
    const file = join(output, "static", name);
    if (!statSync(file).isFile()) continue;
    const { path = name, contentType = null } = config.overrides?.[name] ?? {};
    files.set(`/${path}`, { file, type: contentType });
  }
  const functions: Outputs["functions"] = new Map();
  for (const name of functionsUnder(join(output, "functions"), ""))
    functions.set(`/${name.replace(/\.func$/, "")}`, join(output, "functions", name));
  return { config, files, functions };
}

function functionsUnder(top: string, below: string): string[] {
  return readdirSync(join(top, below), { withFileTypes: true }).flatMap((entry) => {
    const name = below ? `${below}/${entry.name}` : entry.name;
    if (name.endsWith(".func")) return [name];
    return entry.isDirectory() ? functionsUnder(top, name) : [];
  });
}

/** @returns who answers, or the answer that the middleware has given */
export async function route(outputs: Outputs, asked: Asked, middleware: Middleware) {
  const phases = phasesOf(outputs.config.routes);
  const own = { ...asked, query: new URLSearchParams(asked.query), headers: { ...asked.headers } };
  const responseHeaders: Record<string, string> = {};
  let status: number | undefined;

  const find = (): "file" | "function" | null => {
    if (outputs.files.has(own.path)) return "file";
    const address = own.path === "/" ? "/index" : own.path.replace(/\/$/, "");
    if (!outputs.functions.has(address)) return null;
    own.path = address;
    return "function";
  };
  const send = (to: string, match: RegExpExecArray) => {
    const dest = filledIn(to, match);
    const [path = "/", query = ""] = dest.split("?");
    own.path = path;
    for (const [name, value] of new URLSearchParams(query)) own.query.set(name, value);
  };

  /** @returns whether something that answers was found */
  async function go(phase: string): Promise<Response | boolean> {
    for (const one of phases.get(phase) ?? []) {
      const match = new RegExp(one.src ?? "^.*$").exec(own.path);
      if (!match || match[0] !== own.path || !isMet(one, own)) continue;
      for (const { type, op, target, args } of one.transforms ?? [])
        if (type === "request.headers" && op === "set") own.headers[target.key] = args;
      for (const [name, value] of Object.entries(one.headers ?? {}))
        responseHeaders[name.toLowerCase()] = filledIn(value, match);
      if (one.middlewarePath) {
        const verdict = await middleware(one.middlewarePath, own);
        if (verdict.kind === "answer") return verdict.answer;
        Object.assign(responseHeaders, verdict.responseHeaders);
        if (verdict.requestHeaders) own.headers = verdict.requestHeaders;
        if (verdict.rewrite) send(verdict.rewrite.replaceAll("$", "$$"), match);
        continue;
      }
      if (one.status) status = one.status;
      if (one.dest) send(one.dest, match);
      if (one.check && find()) return true;
      const onlyTransforms = one.transforms !== undefined && one.dest === undefined;
      if (!one.continue && !one.check && !onlyTransforms) return false;
    }
    return false;
  }

  for (const phase of ["", "filesystem", "miss", "rewrite", "resource"]) {
    const came = await go(phase);
    if (came instanceof Response) return came;
    const found = find();
    if (!found) continue;
    await go("hit");
    const answerer: Answerer = {
      ...{ kind: found, output: own.path, responseHeaders, requestHeaders: own.headers, query: own.query },
      ...(status !== undefined && { status }),
    };
    return answerer;
  }
  status = undefined;
  await go("error");
  const kind = find() ?? "none";
  const rest = { responseHeaders, requestHeaders: own.headers, query: own.query };
  return { kind, output: own.path, status: status ?? 404, ...rest } satisfies Answerer;
}

function phasesOf(routes: Route[]): Map<string, Route[]> {
  const phases = new Map<string, Route[]>([["", []]]);
  let current = phases.get("")!;
  for (const one of routes)
    if (one.handle) {
      current = [];
      phases.set(one.handle, current);
    } else current.push(one);
  return phases;
}

const isMet = ({ methods, has = [], missing = [] }: Route, asked: Asked) =>
  (!methods || methods.includes(asked.method)) &&
  has.every((one) => holds(one, asked)) &&
  !missing.some((one) => holds(one, asked));

function holds({ type, key = "", value }: Condition, { headers, query }: Asked): boolean {
  if (type !== "header" && type !== "query") throw new RangeError(`No route of ours asks for a ${type}`);
  const given = type === "header" ? headers[key.toLowerCase()] : (query.get(key) ?? undefined);
  return given !== undefined && (value === undefined || new RegExp(`^(?:${value})$`).test(given));
}

/** With the groups that a route's pattern has found. */
function filledIn(text: string, match: RegExpExecArray): string {
  return text.replace(/\$(\w+)/g, (_, name: string) => {
    const value = /^\d+$/.test(name) ? match[Number(name)] : match.groups?.[name];
    return value ?? "";
  });
}

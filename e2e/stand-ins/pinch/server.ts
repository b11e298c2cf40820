import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { PinchBases } from "../../../packages/pinch/client";
import { isOneOf, tableOf } from "../../../packages/text/narrow";
import type { Call, Reply } from "./calls";
import { CAPTURE_SCRIPT } from "./capture-script";
import { spoil, type Way, type When } from "./days";
import { type Ledger, ledgerOf } from "./ledger";

const MODES = ["test", "live"] as const;
type Mode = (typeof MODES)[number];

interface Options {
  /** `applicationId:secret`, as the adapter has it. */
  credentials: string;
  publishableKeys?: Record<Mode, string>;
  port?: number;
  now?(): Date;
}

interface Fault {
  way: Way;
  when: When;
  times: number;
}

export interface PinchStandIn {
  bases: PinchBases;
  /** What happened, for tests to look at and to arrange. */
  ledgers: Record<Mode, Ledger>;
  /** Each request that it took, with its headers. */
  calls: Call[];
  /** Spoils requests for a path, such as `payments/realtime`. */
  misbehave(path: string, way: Way, when?: When, times?: number): void;
  behave(): void;
  /** Leaves requests for a path on their way until the function that it returns is called. */
  hold(path: string): () => void;
  /** Refuses the bearers that it has given out. */
  expireBearers(): void;
  /** Refuses the application's credentials from now on, or no longer. */
  refuseCredentials(isRefused: boolean): void;
  close(): Promise<void>;
}

const LIVES_SECONDS = 3600;
const KEYS = { test: "pk_test_pinchStandIn", live: "pk_live_pinchStandIn" };

/**
 * Stands for Pinch on this machine: for tests, and for developers without an account. It keeps what it did in memory. What
 * Pinch does not say about itself is decided here so that an adapter has the harder case.
 */
export async function startPinchStandIn({
  credentials,
  publishableKeys = KEYS,
  port = 0,
  now = () => new Date(),
}: Options): Promise<PinchStandIn> {
  const ledgers = tableOf(MODES, (mode) => ledgerOf({ publishableKey: publishableKeys[mode], now }));
  const bearers = new Map<string, Date>();
  const calls: Call[] = [];
  const faults = new Map<string, Fault>();
  const holding = new Map<string, Promise<void>>();
  let refuses = false;

  /** The fault of this request, if it has one. */
  function faultOf(path: string): Fault | undefined {
    const fault = faults.get(path);
    if (!fault) return undefined;
    fault.times -= 1;
    if (fault.times <= 0) faults.delete(path);
    return fault;
  }

  function grant({ headers }: Call, form: string): Reply {
    const wanted = `Basic ${Buffer.from(credentials).toString("base64")}`;
    const { grant_type, scope } = Object.fromEntries(new URLSearchParams(form));
    if (refuses || headers.authorization !== wanted)
      return { status: 400, body: { error: "invalid_client" } };
    if (grant_type !== "client_credentials" || scope !== "api1")
      return { status: 400, body: { error: "unsupported_grant_type" } };
    const token = randomBytes(16).toString("hex");
    bearers.set(token, new Date(now().getTime() + LIVES_SECONDS * 1000));
    return { status: 200, body: { access_token: token, expires_in: LIVES_SECONDS, token_type: "Bearer" } };
  }

  function isBearer({ headers }: Call): boolean {
    const until = bearers.get(headers.authorization?.replace(/^Bearer /, "") ?? "");
    return until !== undefined && until > now();
  }

  function answer(call: Call, text: string): Reply {
    const [mode, ...rest] = call.pathname.split("/").slice(1);
    if (call.pathname === "/connect/token" && call.method === "POST") return grant(call, text);
    if (!isOneOf(MODES, mode)) return { status: 404 };
    const path = rest.join("/");
    if (path === "tokens") return ledgers[mode].createToken(call.body);
    if (path === "health/auth") return { status: isBearer(call) ? 200 : 404 };
    if (!isBearer(call)) return { status: 401 };
    return ledgers[mode].answer(path, call);
  }

  const server = createServer({ keepAliveTimeout: 0 }, async (incoming, outgoing) => {
    if (incoming.method === "OPTIONS") return void outgoing.writeHead(204, CORS).end();
    const text = await textOf(incoming);
    const call = callOf(incoming, text);
    if (call.pathname === "/capturejs/pinch.capture.v2.js")
      return void outgoing.writeHead(200, { "Content-Type": "text/javascript", ...CORS }).end(CAPTURE_SCRIPT);
    calls.push(call);
    const path = call.pathname.replace(/^\/(test|live|connect)\//, "");
    const send = ({ status, body }: Reply) => {
      outgoing.writeHead(status, { "Content-Type": "application/json", Date: now().toUTCString(), ...CORS });
      outgoing.end(body === undefined ? "" : JSON.stringify(body));
    };
    await holding.get(path);
    const fault = faultOf(path);
    if (!fault) return send(answer(call, text));
    const done = fault.when === "after" ? answer(call, text) : null;
    spoil(fault.way, { outgoing, send, ask: () => done ?? answer(call, text) });
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  const { port: own } = server.address() as AddressInfo;
  const base = new URL(`http://127.0.0.1:${own}`);

  return {
    bases: { api: base, auth: base },
    ledgers,
    calls,
    misbehave: (path, way, when = "before", times = 1) => void faults.set(path, { way, when, times }),
    behave: () => faults.clear(),
    hold(path) {
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      holding.set(path, held);
      return () => {
        holding.delete(path);
        release();
      };
    },
    expireBearers: () => bearers.clear(),
    refuseCredentials(isRefused) {
      refuses = isRefused;
      if (isRefused) bearers.clear();
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** The capture script calls it from a page. */
const CORS = { "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*" };

function callOf({ method = "GET", url = "/", headers }: IncomingMessage, text: string): Call {
  const { pathname, searchParams } = new URL(url, "http://stand-in");
  return { method, pathname, headers, query: Object.fromEntries(searchParams), body: jsonIn(text) };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

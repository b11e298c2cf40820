import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import { listening } from "./listening";

/** What is spoiled: a charge, or whatever asks about charges. */
export type Spoiled = "charges" | "questions";
/** Before: the gateway never hears of the request. After: it does the work, and its response is spoiled. */
export type When = "before" | "after";

interface Exchange {
  outgoing: ServerResponse;
  /** What the gateway says; null where it was not asked. */
  result: unknown;
  /** Asks the gateway, once more. */
  ask(): Promise<unknown>;
}

const json = (outgoing: ServerResponse, status: number, body: unknown) => {
  outgoing.writeHead(status, { "Content-Type": "application/json" });
  outgoing.end(JSON.stringify(body));
};
const status =
  (code: number) =>
  ({ outgoing }: Exchange) =>
    json(outgoing, code, {});

const PAID = {
  key: "cat_00000000000000000000000000",
  amountCents: 150_000,
  status: "succeeded",
  card: { scheme: "visa", lastFour: "4242" },
  receiptNumber: "R-OTHER",
};

/** Each way to misbehave. Nothing of it is a clear result, except a request that arrived twice. */
export const WAYS: Record<string, (exchange: Exchange) => void | Promise<void>> = {
  "401": status(401),
  "403": status(403),
  "429": status(429),
  "500": status(500),
  "502": status(502),
  "503": status(503),
  HTML({ outgoing }) {
    outgoing.writeHead(200, { "Content-Type": "text/html" });
    outgoing.end("<!doctype html><title>Sign in to the network</title>");
  },
  "wrong JSON": ({ outgoing }) => json(outgoing, 200, { status: "succeeded" }),
  "wrong key": ({ outgoing }) => json(outgoing, 200, PAID),
  "wrong amount": ({ outgoing, result }) =>
    json(outgoing, 200, { ...PAID, ...(isObject(result) && { key: result.key }), amountCents: 1 }),
  async repeated({ outgoing, ask }) {
    await ask();
    json(outgoing, 200, await ask());
  },
  truncated({ outgoing, result }) {
    outgoing.writeHead(200, { "Content-Type": "application/json", "Content-Length": "1000" });
    outgoing.write(JSON.stringify(result).slice(0, 20), () => outgoing.destroy());
  },
  reset({ outgoing }) {
    outgoing.socket?.resetAndDestroy();
  },
  hanging() {},
  dripping({ outgoing }) {
    outgoing.writeHead(200, { "Content-Type": "application/json" });
    const drip = setInterval(() => outgoing.write(" "), 20);
    outgoing.on("close", () => clearInterval(drip));
  },
  "400 MB"({ outgoing }) {
    outgoing.writeHead(200, { "Content-Type": "application/json" });
    const megabyte = Buffer.alloc(1_000_000, 32);
    pipeline(Readable.from(Array(400).fill(megabyte)), outgoing, () => {});
  },
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Stands before a gateway and spoils what a test wants spoiled. */
export async function misbehavingGateway(gatewayUrl: string) {
  let fault: { way: string; when: When; of: Spoiled; arrived(): Promise<void> } | null = null;
  const server = createServer(async (incoming, outgoing) => {
    const body = await textOf(incoming);
    const ask = () => forwarded(gatewayUrl, incoming, body);
    const isCharge = incoming.method === "POST" && /^\/charges\/[^/]+$/.test(incoming.url ?? "");
    if (!fault || (fault.of === "charges") !== isCharge) return json(outgoing, 200, await ask());
    const way = WAYS[fault.way];
    if (!way) throw new RangeError(`No gateway misbehaves by ${fault.way}`);
    const result = fault.when === "after" ? await ask() : null;
    await fault.arrived();
    await way({ outgoing, result, ask });
  });
  return {
    ...(await listening(server)),
    /** @param together none is answered before so many are there */
    misbehave(way: string, when: When, of: Spoiled, together = 1) {
      let missing = together;
      let answerAll = () => {};
      const all = new Promise<void>((resolve) => {
        answerAll = resolve;
      });
      fault = {
        way,
        when,
        of,
        arrived() {
          missing -= 1;
          if (missing <= 0) answerAll();
          return all;
        },
      };
    },
    behave() {
      fault = null;
    },
  };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function forwarded(gatewayUrl: string, { method, url = "/", headers }: IncomingMessage, body: string) {
  const response = await fetch(new URL(url, gatewayUrl), {
    method,
    headers: { Authorization: headers.authorization ?? "", "Content-Type": "application/json" },
    ...(body && { body }),
  });
  return response.json();
}

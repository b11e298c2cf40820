import type { ServerResponse } from "node:http";
import { isKeyOf } from "../../../packages/text/narrow";
import type { Reply } from "./calls";
import { faultOf } from "./objects";

/** Before: Pinch never hears of the request. After: it does the work, and its response is spoiled. */
export type When = "before" | "after";

interface Spoiling {
  outgoing: ServerResponse;
  /** What Pinch answers; it does the work unless that is done. */
  ask(): Reply;
  send(reply: Reply): void;
}

const status = (code: number, body: unknown = {}) => ({
  spoil: ({ send }: Spoiling) => send({ status: code, body }),
});
/** Changes what Pinch says of its payment. */
const changed = (change: (said: object) => object) => ({
  spoil({ ask, send }: Spoiling) {
    const reply = ask();
    send({ ...reply, body: isObject(reply.body) ? change(reply.body) : reply.body });
  },
});
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
/** In the answer to a question about a nonce, or to a repeated request, the payment is inside. */
const inPayment = (change: object) => (said: object) =>
  "data" in said ? { ...said, data: said.data && { ...said.data, ...change } } : { ...said, ...change };

/** What Pinch, or whatever is between, does on a bad day. */
const DAYS = {
  lost: { spoil: ({ outgoing }: Spoiling) => void outgoing.socket?.end() },
  reset: { spoil: ({ outgoing }: Spoiling) => void outgoing.socket?.resetAndDestroy() },
  silent: { spoil: () => {} },
  "401": status(401),
  "403": status(403),
  "403 of a proxy": status(403, "Forbidden"),
  "404": status(404),
  "409": status(409),
  "429": status(429),
  "500": status(500),
  "503": status(503),
  "400 without a reason": status(400),
  HTML: {
    spoil({ outgoing }: Spoiling) {
      outgoing.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html><title>Sign in</title>");
    },
  },
  truncated: {
    spoil({ outgoing, ask }: Spoiling) {
      outgoing.writeHead(201, { "Content-Type": "application/json", "Content-Length": "100000" });
      outgoing.write(JSON.stringify(ask().body).slice(0, 40), () => outgoing.destroy());
    },
  },
  "an unknown status": changed(inPayment({ status: "under-review" })),
  "another nonce": changed((said) => ({ ...inPayment({ nonce: "another" })(said), nonce: "another" })),
  "another amount": changed(inPayment({ amount: 1 })),
  "another currency": changed(inPayment({ currency: "NZD" })),
  "a nonce in progress": changed((said) => ({ ...said, isNonceReplay: true, data: null })),
  "a request that arrives twice": {
    spoil({ ask, send }: Spoiling) {
      ask();
      send(ask());
    },
  },
};

/** What Pinch answers about what it does not have. */
const GONE = { "not found": status(400, [faultOf("id", "Could not find a payment with that ID")]) };

export type Way = keyof typeof DAYS | keyof typeof GONE;
export const WAYS = Object.keys(DAYS).filter((way) => isKeyOf(DAYS, way));

export const spoil = (way: Way, spoiling: Spoiling): void => ({ ...DAYS, ...GONE })[way].spoil(spoiling);

import { Agent, request } from "node:http";

/**
 * Sends one request after the other on so many connections, as fast as they are answered, and writes how many got
 * which status. A process of its own: in the one that measures, it would slow down what is measured.
 * Usage: node e2e/throughput/flood.mjs <url> <key> <connections> <seconds> [bytes of a body, which makes it a POST]
 * Without a key it is a browser that looks at pages, or posts forms whose last kilobyte never comes, from the address
 * 203.0.113.66 behind a proxy.
 */
const [url = "", key = "", connections = "16", seconds = "5", bytes = "0"] = process.argv.slice(2);
const caller = key
  ? { Authorization: `Bearer ${key}` }
  : { Accept: "text/html", "X-Forwarded-For": "203.0.113.66" };
const isForm = !key && Number(bytes) > 0;
const body = !isForm && Number(bytes) > 0 ? JSON.stringify({ filler: "x".repeat(Number(bytes)) }) : undefined;
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });
/** @type {Record<string, number>} */
const counts = {};

const piece = Buffer.alloc(64 * 1024, "x");

function sendForm() {
  return new Promise((resolve) => {
    const headers = {
      ...caller,
      Origin: new URL(url).origin,
      "Content-Type": "multipart/form-data; boundary=b",
      "Content-Length": bytes,
    };
    const outgoing = request(url, { method: "POST", headers }, (incoming) => {
      resolve(String(incoming.statusCode));
      outgoing.destroy();
    });
    outgoing.on("error", () => resolve("broken"));
    let left = Number(bytes) - 1024;
    const more = () => {
      while (left > 0 && !outgoing.destroyed) {
        const next = piece.subarray(0, left);
        left -= next.length;
        if (!outgoing.write(next)) return void outgoing.once("drain", more);
      }
    };
    more();
  });
}

function send() {
  return new Promise((resolve) => {
    const headers = {
      ...caller,
      ...(body && { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) }),
    };
    const outgoing = request(url, { method: body ? "POST" : "GET", agent, headers }, (incoming) => {
      incoming.resume();
      incoming.on("end", () => resolve(String(incoming.statusCode)));
      incoming.on("error", () => resolve("broken"));
    });
    outgoing.on("error", () => resolve("broken"));
    outgoing.end(body);
  });
}

const until = performance.now() + Number(seconds) * 1000;
const worker = async () => {
  while (performance.now() < until) {
    const status = await (isForm ? sendForm() : send());
    counts[status] = (counts[status] ?? 0) + 1;
  }
};
await Promise.all(Array.from({ length: Number(connections) }, worker));
agent.destroy();
console.log(JSON.stringify(counts));

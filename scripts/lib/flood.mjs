import { Agent, request } from "node:http";

/**
 * Sends one request after the other on so many connections, as fast as they are answered, and writes how many got
 * which status. A process of its own: in the one that measures, it would slow down what is measured.
 * Usage: node scripts/lib/flood.mjs <url> <key> <connections> <seconds> [bytes of a body, which makes it a POST]
 */
const [url = "", key = "", connections = "16", seconds = "5", bytes = "0"] = process.argv.slice(2);
const body = Number(bytes) > 0 ? JSON.stringify({ filler: "x".repeat(Number(bytes)) }) : undefined;
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });
/** @type {Record<string, number>} */
const counts = {};

function send() {
  return new Promise((resolve) => {
    const headers = {
      Authorization: `Bearer ${key}`,
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
    const status = await send();
    counts[status] = (counts[status] ?? 0) + 1;
  }
};
await Promise.all(Array.from({ length: Number(connections) }, worker));
agent.destroy();
console.log(JSON.stringify(counts));

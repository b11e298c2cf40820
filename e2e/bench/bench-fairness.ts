import { readFileSync } from "node:fs";
import { measure, type Round } from "./fairness";

/**
 * What one tenant's flood does to another: latency of a call twenty times a second, alone and beside 16 connections
 * that ask as fast as they are answered. Needs a server that runs with its limits, `npm run demo` for example, and in
 * FLOOD_KEY the API key of another provider: `npm run providers -- create --code flood --name Flood --key`.
 */
const demo = JSON.parse(readFileSync(process.env.DEMO_JSON ?? ".data/demo.json", "utf8"));
const flooding = process.env.FLOOD_KEY;
if (!flooding) throw new Error("Set FLOOD_KEY to the API key of another provider.");
const seconds = Number(process.env.SECONDS ?? 15);
const url = `${demo.base_url}/v1/provider-checkouts`;
const steady = { url: `${url}?limit=1`, key: demo.api_key };
const flood = { url, key: flooding, connections: 16 };

function show(name: string, { p50, p99, failures, flood }: Round): void {
  const figures = `p50 ${p50.toFixed(1)} ms   p99 ${p99.toFixed(1)} ms   ${failures} failed`;
  const answers = Object.entries(flood).map(([status, count]) => `${count} × ${status}`);
  console.log(`${name.padEnd(28)}${figures}${answers.length > 0 ? `   flood: ${answers.join(", ")}` : ""}`);
}

await measure(steady, 1, null);
show("alone", await measure(steady, seconds, null));
show("beside a flood", await measure(steady, seconds, { ...flood, bodyBytes: 0 }));
show("beside a flood of bodies", await measure(steady, seconds, { ...flood, bodyBytes: 32_000 }));
show("alone again", await measure(steady, seconds, null));

/**
 * Ends with 0 where the server or worker of this machine answers, else with 1: for images that have no curl. The port is
 * the one that is given, or PORT.
 */
import { parsePort } from "./program/port.mjs";

const port = parsePort(process.argv[2] ?? process.env.PORT);
const host = process.env.HOST || "127.0.0.1";
// An address of IPv6 stands in brackets.
const name = host.includes(":") ? `[${host}]` : host;
const answer = await fetch(`http://${name}:${port}/livez`, { signal: AbortSignal.timeout(4_000) });
process.exitCode = answer.ok ? 0 : 1;

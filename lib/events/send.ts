import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { containsCardNumber } from "../domain/card-number";
import { codeOf } from "../domain/narrow";
import { isLoopbackAddress } from "../domain/network";
import { checkWebhookUrl } from "../domain/webhook-address";
import { routeTo } from "./route";

/** What the log keeps of an answer. */
const MAX_ANSWER_BYTES = 4096;

export interface Sending {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Milliseconds for look-up, connection, request and answer together. */
  timeoutMs: number;
  allowLoopback: boolean;
  /** Instead of the system's resolver, in tests; its answers are checked all the same. */
  lookup?: LookupFunction;
  /** Instead of the system's name servers, in tests: `127.0.0.1:5353`. */
  nameServers?: readonly string[];
}

type SendFault = "timeout" | "address_not_allowed" | "connection" | "tls" | "redirect" | "status";

export interface Sent {
  durationMs: number;
  /** Null where no answer came. */
  status: number | null;
  /** The first 4 KiB of the answer, as text; null of a receiver on this machine. */
  answer: string | null;
  retryAfter: string | null;
  /** Null for an answer of 200 to 299. */
  fault: SendFault | null;
}

/**
 * Sends one request to an endpoint, on a connection of its own. The address is checked at connect, so that a name cannot
 * change its address after the check; redirects are not followed, certificates are verified, and no proxy is used.
 * Never rejects. Contract section 8.
 */
export async function send(sending: Sending): Promise<Sent> {
  const started = performance.now();
  const sent: Omit<Sent, "durationMs"> = { status: null, answer: null, retryAfter: null, fault: null };
  try {
    await exchange(sending, sent);
    sent.fault = faultOf(sent.status ?? 0);
  } catch (error) {
    sent.fault = faultBehind(error);
  }
  return { ...sent, durationMs: Math.round(performance.now() - started) };
}

function exchange(sending: Sending, sent: Omit<Sent, "durationMs">): Promise<void> {
  return new Promise((resolve, reject) => {
    const checked = checkWebhookUrl(sending.url, sending.allowLoopback);
    if (!checked.ok) throw new AddressNotAllowed(sending.url);
    const url = new URL(checked.url);
    const { agent, lookup, cancel } = routeTo(url, sending);
    const request = url.protocol === "https:" ? requestHttps : requestHttp;
    const outgoing = request(url, {
      method: "POST",
      headers: { ...sending.headers, "content-length": Buffer.byteLength(sending.body) },
      rejectUnauthorized: true,
      agent,
      lookup,
    });
    const chunks: Buffer[] = [];
    let ends: Ends = {};
    const end = (error?: Error) => {
      clearTimeout(timer);
      cancel();
      if (sent.status !== null) sent.answer = keptAnswer(Buffer.concat(chunks), ends);
      outgoing.destroy();
      if (error) reject(error);
      else resolve();
    };
    const timer = setTimeout(() => end(new TimeOut()), sending.timeoutMs);
    outgoing.on("error", end);
    outgoing.on("response", (incoming) => {
      const { remoteAddress, localAddress } = incoming.socket;
      ends = { remoteAddress, localAddress };
      sent.status = incoming.statusCode ?? null;
      sent.retryAfter = incoming.headers["retry-after"] ?? null;
      // It has no body; whoever sends one all the same has taken the event.
      if (sent.status === 204) return end();
      let bytes = 0;
      incoming.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        // The log keeps no more of it.
        if (bytes >= MAX_ANSWER_BYTES) end();
      });
      incoming.on("end", () => end());
      incoming.on("error", end);
    });
    outgoing.end(sending.body);
  });
}

/** The two ends of a connection, as its socket names them. */
interface Ends {
  remoteAddress?: string;
  localAddress?: string;
}

/** The part of an answer that the log keeps. PostgreSQL takes no NUL in a text. */
export function keptAnswer(bytes: Buffer, { remoteAddress, localAddress }: Ends): string | null {
  // D-100, by the address that was connected to, whatever the name; an unknown one counts as this machine.
  if (remoteAddress === undefined || remoteAddress === localAddress || isLoopbackAddress(remoteAddress))
    return null;
  const text = bytes.subarray(0, MAX_ANSWER_BYTES).toString("utf8").replaceAll("\0", "\u{fffd}");
  // D-099
  return containsCardNumber(text, "issued") ? "(withheld: it holds a card number)" : text;
}

class AddressNotAllowed extends Error {
  override readonly name = "AddressNotAllowed";
}

class TimeOut extends Error {
  override readonly name = "TimeOut";
}

function faultOf(status: number): SendFault | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? "redirect" : "status";
}

function faultBehind(error: unknown): SendFault {
  if (error instanceof TimeOut) return "timeout";
  if (error instanceof AddressNotAllowed) return "address_not_allowed";
  // D-096: the log must not tell which names exist in our own network.
  const code = codeOf(error);
  return /^(ERR_TLS|ERR_SSL|CERT_|EPROTO|CRL_)|CERT|ISSUER|SIGNATURE/.test(code) ? "tls" : "connection";
}

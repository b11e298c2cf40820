import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isLoopbackAddress } from "./addresses";
import { lookupFor, type Names } from "./lookup";
import { checkPublicUrl } from "./public-url";

/** How much of an answer is kept. */
const MAX_ANSWER_BYTES = 4096;

export interface Sending extends Names {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Milliseconds for look-up, connection, request and answer together. */
  timeoutMs: number;
  allowLoopback: boolean;
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
 * Posts to an address that somebody else has named, on a connection of its own. The address is checked at connect, so that
 * a name cannot change its address after the check; redirects are not followed, certificates are verified, and no proxy is
 * used. Never rejects.
 */
export async function post(sending: Sending): Promise<Sent> {
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
    const checked = checkPublicUrl(sending.url, sending.allowLoopback);
    if (!checked.ok) throw new AddressNotAllowed(sending.url);
    const url = new URL(checked.url);
    const { lookup, cancel } = lookupFor(url, sending);
    const request = url.protocol === "https:" ? requestHttps : requestHttp;
    const outgoing = request(url, {
      method: "POST",
      headers: { ...sending.headers, "content-length": Buffer.byteLength(sending.body) },
      rejectUnauthorized: true,
      // A kept connection would outlive the check of its address.
      agent: false,
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

/** As text. PostgreSQL takes no NUL in one. */
export function keptAnswer(bytes: Buffer, { remoteAddress, localAddress }: Ends): string | null {
  // By the address that was connected to, whatever the name; an unknown one counts as this machine.
  if (remoteAddress === undefined || remoteAddress === localAddress || isLoopbackAddress(remoteAddress))
    return null;
  return bytes.subarray(0, MAX_ANSWER_BYTES).toString("utf8").replaceAll("\0", "\u{fffd}");
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
  // The log must not tell which names exist in our own network.
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^(ERR_TLS|ERR_SSL|CERT_|EPROTO|CRL_)|CERT|ISSUER|SIGNATURE/.test(code) ? "tls" : "connection";
}

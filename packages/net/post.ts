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
  sent.fault = await exchange(sending, sent).catch(faultBehind);
  return { ...sent, durationMs: Math.round(performance.now() - started) };
}

/** Fills in what comes. @returns what was wrong */
async function exchange(sending: Sending, sent: Omit<Sent, "durationMs">): Promise<SendFault | null> {
  const checked = checkPublicUrl(sending.url, sending.allowLoopback);
  if (!checked.ok) return "address_not_allowed";
  const url = new URL(checked.url);
  return new Promise((resolve) => {
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
    const end = (fault: SendFault | null) => {
      clearTimeout(timer);
      cancel();
      if (sent.status !== null) sent.answer = keptAnswer(Buffer.concat(chunks), ends);
      outgoing.destroy();
      resolve(fault);
    };
    const fail = (error: unknown) => end(faultBehind(error));
    const timer = setTimeout(() => end("timeout"), sending.timeoutMs);
    outgoing.on("error", fail);
    outgoing.on("response", (incoming) => {
      const { remoteAddress, localAddress } = incoming.socket;
      ends = { remoteAddress, localAddress };
      const { statusCode = 0 } = incoming;
      sent.status = statusCode;
      sent.retryAfter = incoming.headers["retry-after"] ?? null;
      // It has no body; whoever sends one all the same has taken the event.
      if (statusCode === 204) return end(null);
      let bytes = 0;
      incoming.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        // The log keeps no more of it.
        if (bytes >= MAX_ANSWER_BYTES) end(faultOf(statusCode));
      });
      incoming.on("end", () => end(faultOf(statusCode)));
      incoming.on("error", fail);
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

function faultOf(status: number): SendFault | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? "redirect" : "status";
}

function faultBehind(error: unknown): SendFault {
  // The log must not tell which names exist in our own network.
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^(ERR_TLS|ERR_SSL|CERT_|EPROTO|CRL_)|CERT|ISSUER|SIGNATURE/.test(code) ? "tls" : "connection";
}

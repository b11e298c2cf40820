import { createHash } from "node:crypto";
import { sameBytes } from "../../lib/crypto/api-key";
import type { Connection } from "../../packages/http/connection";
import { isLoopback } from "../../packages/http/origin";
import type { HeadersOf } from "../../packages/http/types";
import { isLoopbackAddress } from "../../packages/net/addresses";
import type { Words } from "./words";

interface GuardDeps {
  password: string | undefined;
  /** The setting HOST; undefined where the server listens on every address. */
  host: string | undefined;
  baseUrl: string;
}

export type Verdict = "open" | "password" | "closed";

/** Whether an address is for whoever runs a sandbox: what it keeps. */
export const isOfSandbox = (path: string) => path === "/sandbox" || path.startsWith("/sandbox/");

/**
 * Who may see what a sandbox keeps. A request of this machine, by no proxy, to a service that only this machine
 * reaches needs no password; every other one does, and finds nothing open where none is set. It asks for this machine by
 * name too: a page of another site whose name was made to lead here would be read by that site.
 * See docs/decisions/020-sandbox-pages.md.
 */
export function createSandboxGuard({ password, host, baseUrl }: GuardDeps) {
  const hostName = host?.includes(":") ? `[${host}]` : host;
  const isPublic = !isLoopback(baseUrl) || (hostName !== undefined && !isLoopback(`http://${hostName}`));
  const wanted = password === undefined ? null : hashOf(password);

  return {
    /** False where every request is refused. */
    isEverOpen: wanted !== null || !isPublic,
    /** @param from null where it is not known */
    verdictOn(
      headers: HeadersOf,
      from: Pick<Connection, "address" | "isForwarded"> | null | undefined,
    ): Verdict {
      if (wanted) return sameBytes(hashOf(passwordIn(headers) ?? ""), wanted) ? "open" : "password";
      if (isPublic || !from || from.isForwarded || !isLoopbackAddress(from.address)) return "closed";
      return isLoopback(`http://${headers.get("host")}`) ? "open" : "closed";
    },
  };
}

export type SandboxGuard = ReturnType<typeof createSandboxGuard>;

export const SANDBOX_REFUSALS: Record<Exclude<Verdict, "open">, Words> = {
  password: {
    status: 401,
    challenge: 'Basic realm="Provider Checkout sandbox", charset="UTF-8"',
    title: "This page needs a password",
    text: "This page is for whoever runs this sandbox. Its password is the setting SANDBOX_PASSWORD. Any user name will do.",
  },
  closed: {
    status: 403,
    title: "This page is closed",
    text: "Others could reach this sandbox, so it does not show what it keeps. Set SANDBOX_PASSWORD and start it again to open this page.",
  },
};

/** Texts of equal length, so that comparing them takes the same time for any. */
const hashOf = (text: string) => createHash("sha256").update(text).digest();

/** RFC 7617, whatever the user name. */
function passwordIn(headers: HeadersOf): string | null {
  const [, given] = /^Basic +([\w+/=-]+) *$/i.exec(headers.get("authorization") ?? "") ?? [];
  if (given === undefined) return null;
  return Buffer.from(given, "base64")
    .toString()
    .replace(/^[^:]*:/, "");
}

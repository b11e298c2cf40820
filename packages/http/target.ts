/** Path and query as they were sent: still percent-encoded. */
export interface Target {
  path: string;
  /** Without the question mark. */
  query: string;
}

const DOTS_ONLY = /^\.{1,2}$/;
/** What stands in front of us may decode again; three times bounds the work. */
const MAX_DECODINGS = 3;

/**
 * Reads a request target. Proxies may send it with scheme and host; those are dropped where the host is ours. Another
 * host's address stays whole, so that `isCanonical` refuses it.
 * @param hosts ours, with their ports
 */
export function readTarget(target: string, hosts: readonly string[]): Target {
  const [, host, rest = ""] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(target) ?? [];
  const isOurs = host !== undefined && hosts.includes(host.toLowerCase());
  const own = isOurs ? (rest.startsWith("/") ? rest : `/${rest}`) : target;
  const at = own.indexOf("?");
  return at < 0 ? { path: own, query: "" } : { path: own.slice(0, at), query: own.slice(at + 1) };
}

/**
 * Whether a path means the same to every proxy and server that reads it: no dot or empty segment, no backslash or NUL,
 * however they are encoded, and no broken percent-encoding. Contract section 1.
 */
export function isCanonical(path: string): boolean {
  if (!path.startsWith("/")) return false;
  let decoded = path;
  for (let times = 0; times < MAX_DECODINGS; times++) {
    if (/[\\\0]|\/\//.test(decoded)) return false;
    // A browser and a proxy may drop what follows a semicolon before they look at the dots.
    if (decoded.split("/").some((segment) => DOTS_ONLY.test(segment.replace(/;.*$/s, "")))) return false;
    if (!decoded.includes("%")) return true;
    try {
      decoded = decodeURIComponent(decoded);
    } catch {
      // After the first decoding a percent sign may be just a percent sign.
      return times > 0;
    }
  }
  return true;
}

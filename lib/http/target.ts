/** What a request asks for, as it was sent: still percent-encoded. */
export interface Target {
  path: string;
  /** Without the question mark. */
  query: string;
}

const DOTS_ONLY = /^\.{1,2}$/;
/** Bounds the work on an address that is encoded over and over. */
const MOST_DECODINGS = 3;

/**
 * Reads a request target. One in absolute form, as proxies may send it, counts for its path where it names our host.
 * A path that could be read in two ways is left as it is and refused by `isCanonical`, as is another host's address.
 * @param hosts ours, with their ports, as in `Host`
 */
export function readTarget(target: string, hosts: readonly string[]): Target {
  const [, host, rest = ""] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(target) ?? [];
  const isOurs = host !== undefined && hosts.includes(host.toLowerCase());
  const own = isOurs ? (rest.startsWith("/") ? rest : `/${rest}`) : target;
  const at = own.indexOf("?");
  return at < 0 ? { path: own, query: "" } : { path: own.slice(0, at), query: own.slice(at + 1) };
}

/**
 * Whether a path means the same to whoever reads it: it begins at the root, and has no dot segment, no backslash, no
 * empty segment and no NUL in it, however these are spelled, and no broken percent-encoding. Contract section 1.
 */
export function isCanonical(path: string): boolean {
  if (!path.startsWith("/")) return false;
  let decoded = path;
  for (let times = 0; times < MOST_DECODINGS; times++) {
    if (/[\\\0]|\/\//.test(decoded)) return false;
    // A browser and a proxy may drop what follows a semicolon before they look at the dots.
    if (decoded.split("/").some((segment) => DOTS_ONLY.test(segment.split(";", 1)[0]!))) return false;
    if (!decoded.includes("%")) return true;
    try {
      decoded = decodeURIComponent(decoded);
    } catch {
      // What was decoded once may hold a percent sign of its own.
      return times > 0;
    }
  }
  return true;
}

import ipaddr from "ipaddr.js";

interface UrlFault {
  code: "wrong_format" | "too_long" | "not_allowed";
  message: string;
  expected: string;
}
export type CheckedUrl = { ok: true; url: string } | ({ ok: false } & UrlFault);

export const LONGEST_URL = 2048;

/** What the sandbox's setting admits: these two and no other spelling. */
export const LOOPBACK_ADDRESSES: readonly string[] = ["127.0.0.1", "::1"];

const notAllowed = (message: string, expected: string): UrlFault => ({
  code: "not_allowed",
  message,
  expected,
});
const FAULTS = {
  notAUrl: { code: "wrong_format", message: "url must be an absolute URL.", expected: "https://…" },
  tooLong: {
    code: "too_long",
    message: `url must have at most ${LONGEST_URL} characters.`,
    expected: `at most ${LONGEST_URL} characters`,
  },
  notHttps: notAllowed("url must begin with https://.", "https://…"),
  userInfo: notAllowed(
    "url must not contain a user name or password. Check the signature of each event instead.",
    "no user name or password",
  ),
  fragment: notAllowed("url must not have a fragment (#…).", "nothing after #"),
  port: notAllowed("url must use port 443, or a port from 1024 up.", "443, or 1024 to 65535"),
  host: notAllowed("url must have a public host name or address.", "a public host name or address"),
} as const satisfies Record<string, UrlFault>;

/**
 * What the text alone can tell; where the host resolves to is checked when connecting. Ports below 1024 but 443 are
 * refused, so that nobody's mail or shell server is reached.
 * @param allowLoopback the sandbox's setting: receivers on this machine, at any port and over http too
 * @returns the URL as the parser normalises it
 */
export function checkPublicUrl(text: string, allowLoopback: boolean): CheckedUrl {
  if (text.length > LONGEST_URL) return refused("tooLong");
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return refused("notAUrl");
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") return refused("notHttps");
  // The parser drops an empty one: `https://@host`.
  if (url.username !== "" || url.password !== "" || /^[^/]*\/\/[^/?#\\]*@/.test(text))
    return refused("userInfo");
  if (text.includes("#")) return refused("fragment");
  const host = hostOf(url);
  if (isLoopbackHost(host) && allowLoopback) return accepted(url);
  if (url.protocol !== "https:") return refused("notHttps");
  if (isLoopbackHost(host)) return refused("host");
  if (url.port !== "" && Number(url.port) < 1024) return refused("port");
  return isPublicHost(host) ? accepted(url) : refused("host");
}

const refused = (fault: keyof typeof FAULTS): CheckedUrl => ({ ok: false, ...FAULTS[fault] });

const accepted = ({ href }: URL): CheckedUrl =>
  href.length <= LONGEST_URL ? { ok: true, url: href } : refused("tooLong");

/** Without the brackets of IPv6 and the dot that ends a full name. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "").replace(/\.+$/, "");
}

/** Takes what `hostOf` returns. */
export function isLoopbackHost(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || LOOPBACK_ADDRESSES.includes(host);
}

/** A name without a dot would be one of our own network. */
const isPublicHost = (host: string) => (ipaddr.isValid(host) ? isPublicAddress(host) : host.includes("."));

/** Not private or reserved, no form that stands for another address (mapped, NAT64, 6to4, Teredo), no cloud service. */
export function isPublicAddress(address: string): boolean {
  if (address.includes("%") || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  if (parsed instanceof ipaddr.IPv4) return !parsed.match(AZURE_PLATFORM);
  // The library calls `::7f00:1`, which is 127.0.0.1, unicast.
  return parsed.match(GIVEN_OUT);
}

/** Answers every virtual machine on Azure as its host. */
const AZURE_PLATFORM = ipaddr.IPv4.parseCIDR("168.63.129.16/32");
/** All of IPv6 that has been allocated. */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR("2000::/3");

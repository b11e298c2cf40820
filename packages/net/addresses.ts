import ipaddr from "ipaddr.js";

/** An IP address without a proxy's quotes, brackets or port, IPv4 not inside IPv6; empty for anything else. */
export function plainAddress(written: string): string {
  const unquoted = written.replace(/^"(.*)"$/, "$1");
  const address = unquoted.replace(/^\[([^\]]*)\](:\d+)?$|^([\d.]+):\d+$/, "$1$3");
  // The library's `isValid` would also take 127.1 and 0x7f.1.
  if (!ipaddr.IPv6.isValid(address) && !ipaddr.IPv4.isValidFourPartDecimal(address)) return "";
  return ipaddr.process(address).toString();
}

/** Any spelling of an IP address of loopback. */
export const isLoopbackAddress = (address: string) =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";

/** A host that a setting names, IPv6 with or without brackets: what is sent there never leaves this machine. */
export const isThisMachine = (host: string) =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);

/** For the log, which never names an address: `203.0.113.0/24`, `2001:db8:1:2::/64`. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return `${parsed.octets.slice(0, 3).join(".")}.0/24`;
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}

/** What a limit counts as one sender: an IPv4 address, or a whole IPv6 /64. */
export function subscriberOf(address: string): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv4 ? parsed.toString() : networkOf(address);
}

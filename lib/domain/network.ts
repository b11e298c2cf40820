import ipaddr from "ipaddr.js";

/**
 * One spelling of an IP address, however a socket or a proxy writes it: in quotes, in brackets, with a port, IPv4 inside
 * IPv6. An empty string for what is no address.
 */
export function plainAddress(written: string): string {
  const unquoted = written.replace(/^"(.*)"$/, "$1");
  const address = unquoted.replace(/^\[([^\]]*)\](:\d+)?$|^([\d.]+):\d+$/, "$1$3");
  // Its own reading of IPv4 also takes 127.1 and 0x7f.1.
  if (!ipaddr.IPv6.isValid(address) && !ipaddr.IPv4.isValidFourPartDecimal(address)) return "";
  return ipaddr.process(address).toString();
}

/**
 * The network that an IP address belongs to, as far as one sender has it: `203.0.113.0/24`, `2001:db8:1:2::/64`.
 * `unknown` for what is no address.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return `${parsed.octets.slice(0, 3).join(".")}.0/24`;
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}

/** Whose an address is, as far as limits go: of IPv4 it is one sender's, of IPv6 one has a whole /64. */
export function subscriberOf(address: string): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv4 ? parsed.toString() : networkOf(address);
}

import ipaddr from "ipaddr.js";

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
  if (address === "") return "unknown";
  // A proxy may have forwarded anything.
  if (!ipaddr.isValid(address)) return address.slice(0, 64);
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv4 ? parsed.toString() : networkOf(address);
}

import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { hostOf, isLoopbackHost, isPublicAddress, LOOPBACK_ADDRESSES } from "./public-url";

const PATIENCE = { timeout: 2_000, tries: 3 };

/** How long to wait for IPv6 once IPv4 is known, or the reverse: some name servers never answer for one of them. */
const OTHER_KIND_MS = 1_000;

const KINDS = [
  { ask: "resolve4", family: 4 },
  { ask: "resolve6", family: 6 },
] as const;

const THIS_MACHINE = LOOPBACK_ADDRESSES.map((address) => ({
  address,
  family: address.includes(":") ? 6 : 4,
}));

export interface Names {
  /** Instead of name servers, in tests. */
  addressesOf?: (name: string) => Promise<LookupAddress[]>;
  /** Instead of the system's, in tests: `127.0.0.1:5353`. */
  nameServers?: readonly string[];
}

/**
 * A look-up for one connection to a checked URL: every address that its name has must be allowed. It asks on a socket of
 * its own. The system's resolver has four threads for the whole process and cannot be cancelled, so one silent name server
 * would block all other look-ups. The hosts file is not read, because it names nothing public.
 * See docs/decisions/031-webhook-addresses.md.
 * @returns also `cancel`, which ends the look-up
 */
export function lookupFor(url: URL, names: Names): { lookup: LookupFunction; cancel(): void } {
  const isLoopback = isLoopbackHost(hostOf(url));
  const resolver = new Resolver(PATIENCE);
  if (names.nameServers) resolver.setServers(names.nameServers);
  async function find(name: string): Promise<LookupAddress[]> {
    if (names.addressesOf) return names.addressesOf(name);
    // Names of this machine need no question (RFC 6761).
    return isLoopback ? THIS_MACHINE : ask(resolver, name);
  }
  const isAllowed = ({ address }: LookupAddress) =>
    isLoopback ? LOOPBACK_ADDRESSES.includes(address) : isPublicAddress(address);
  return {
    lookup(name, { all }, callback) {
      find(name).then(
        (found) => {
          const [first] = found;
          // As for an unknown name: otherwise the log would list the names of our own network.
          if (!first || !found.every(isAllowed)) callback(new Error("No address to send to"), "", 0);
          else if (all) callback(null, found);
          else callback(null, first.address, first.family);
        },
        (error) => callback(error, "", 0),
      );
    },
    cancel: () => resolver.cancel(),
  };
}

/** None where neither kind is known. */
async function ask(resolver: Resolver, name: string): Promise<LookupAddress[]> {
  let patience: NodeJS.Timeout | undefined;
  const answers = await Promise.all(
    KINDS.map(async ({ ask, family }) => {
      const addresses = await resolver[ask](name).catch(() => null);
      if (addresses) patience ??= setTimeout(() => resolver.cancel(), OTHER_KIND_MS);
      return (addresses ?? []).map((address) => ({ address, family }));
    }),
  );
  clearTimeout(patience);
  return answers.flat();
}

import { type LookupAddress, Resolver } from "node:dns";
import type { LookupFunction } from "node:net";
import { firstAndLast } from "../domain/narrow";
import { isLoopbackHost, LOOPBACK_ADDRESSES } from "../domain/webhook-address";

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

/**
 * Looks names up on sockets of their own. The system's resolver has four threads for the whole process and cannot be
 * cancelled, so one silent name server would block all other look-ups. Names of this machine need no question
 * (RFC 6761), and the hosts file is not read, because it names nothing public. D-096.
 * @param nameServers instead of the system's, in tests
 * @returns the look-up for one attempt, and `cancel` to end it
 */
export function lookupsOnSockets(nameServers?: readonly string[]): {
  lookup: LookupFunction;
  cancel(): void;
} {
  const resolvers: Resolver[] = [];
  const find = async (name: string): Promise<LookupAddress[]> => {
    if (isLoopbackHost(name.replace(/\.+$/, ""))) return THIS_MACHINE;
    const resolver = new Resolver(PATIENCE);
    if (nameServers) resolver.setServers(nameServers);
    resolvers.push(resolver);
    return addressesOf(resolver, name);
  };
  return {
    cancel() {
      for (const resolver of resolvers) resolver.cancel();
    },
    lookup(name, { all }, callback) {
      find(name).then(
        (found) => {
          const [{ address, family }] = firstAndLast(found);
          return all ? callback(null, found) : callback(null, address, family);
        },
        (error) => callback(error, "", 0),
      );
    },
  };
}

/** At least one address, or else rejects with the resolver's error. */
async function addressesOf(resolver: Resolver, name: string): Promise<LookupAddress[]> {
  let patience: NodeJS.Timeout | undefined;
  const answers = await Promise.allSettled(
    KINDS.map(
      ({ ask, family }) =>
        new Promise<LookupAddress[]>((resolve, reject) =>
          resolver[ask](name, (error, addresses) => {
            if (error) return reject(error);
            patience ??= setTimeout(() => resolver.cancel(), OTHER_KIND_MS);
            resolve(addresses.map((address) => ({ address, family })));
          }),
        ),
    ),
  );
  clearTimeout(patience);
  const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  if (found.length > 0) return found;
  throw answers.find((answer) => answer.status === "rejected")?.reason ?? new Error(`No address for ${name}`);
}

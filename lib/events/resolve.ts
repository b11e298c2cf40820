import { type LookupAddress, Resolver } from "node:dns";
import type { LookupFunction } from "node:net";
import { isLoopbackHost, LOOPBACK_ADDRESSES } from "../domain/webhook-address";

/** How long a name server has for its first answer, and how often it is asked. */
const PATIENCE = { timeout: 2_000, tries: 3 };

/** How long addresses of one kind wait for those of the other, which some name servers never answer for. */
const OTHER_KIND_MS = 1_000;

const KINDS = [
  { ask: "resolve4", family: 4 },
  { ask: "resolve6", family: 6 },
] as const;

const THIS_MACHINE = LOOPBACK_ADDRESSES.map((address) => ({
  address,
  family: address.includes(":") ? 6 : 4,
}));

/** Look-ups of one attempt, which end with it. */
interface Lookups {
  lookup: LookupFunction;
  cancel(): void;
}

/**
 * Looks names up without the system's resolver: that one's look-ups share four threads with all of the process and
 * cannot be ended, so that one silent name server would stop everybody's. These are questions on sockets of their own.
 * Names of this machine need none (RFC 6761), and the table of hosts is not read: what it names is ours, not public.
 * @param nameServers instead of the system's, in tests
 */
export function lookupsOnSockets(nameServers?: readonly string[]): Lookups {
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
        (found) => (all ? callback(null, found) : callback(null, found[0]!.address, found[0]!.family)),
        (error) => callback(error, "", 0),
      );
    },
  };
}

/** Never empty: rejects with the resolver's error where neither question found an address. */
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

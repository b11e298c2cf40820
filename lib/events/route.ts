import type { Agent } from "node:http";
import type { LookupFunction } from "node:net";
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent";
import { hostOf, isLoopbackHost, isPublicAddress, LOOPBACK_ADDRESSES } from "../domain/webhook-address";
import { lookupsOnSockets } from "./resolve";

/**
 * Two agents of each kind: what admits loopback admits nothing else, and a public name that resolves to loopback finds
 * no agent that would take it there. A connection serves one attempt, so none outlives the check of its address.
 */
const LOOPBACK = { keepAlive: false, allowIPAddressList: [...LOOPBACK_ADDRESSES] };
const PUBLIC = { keepAlive: false };
const AGENTS = {
  "http:": {
    loopback: new RequestFilteringHttpAgent(LOOPBACK),
    public: new RequestFilteringHttpAgent(PUBLIC),
  },
  "https:": {
    loopback: new RequestFilteringHttpsAgent(LOOPBACK),
    public: new RequestFilteringHttpsAgent(PUBLIC),
  },
};

export interface Route {
  agent: Agent;
  lookup: LookupFunction;
  /** Ends the look-ups that are under way. */
  cancel(): void;
}

/**
 * How a checked URL is reached: an agent that refuses other addresses at connect, and a resolver all of whose answers
 * must be allowed. The two check apart from each other: the library's ranges, and the rule of lib/domain, which is
 * narrower.
 */
export function routeTo(
  url: URL,
  { lookup: instead, nameServers }: { lookup?: LookupFunction; nameServers?: readonly string[] },
): Route {
  const isLoopback = isLoopbackHost(hostOf(url));
  const isAllowed = isLoopback
    ? (address: string) => LOOPBACK_ADDRESSES.includes(address)
    : (address: string) => isPublicAddress(address);
  const agents = url.protocol === "https:" ? AGENTS["https:"] : AGENTS["http:"];
  const lookups = lookupsOnSockets(nameServers);
  const lookup = instead ?? lookups.lookup;
  return {
    agent: isLoopback ? agents.loopback : agents.public,
    lookup: (hostname, options, callback) =>
      lookup(hostname, options, (error, answer, family) => {
        const addresses =
          typeof answer === "string" ? [answer] : (answer ?? []).map(({ address }) => address);
        // Told apart from a name that is not there by nobody: the log would be a list of the names inside.
        if (!error && !addresses.every(isAllowed)) callback(new Error("No address to send to"), "", 0);
        else callback(error, answer, family);
      }),
    cancel: lookups.cancel,
  };
}

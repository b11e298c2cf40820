import type { Agent } from "node:http";
import type { LookupFunction } from "node:net";
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent";
import { hostOf, isLoopbackHost, isPublicAddress, LOOPBACK_ADDRESSES } from "../domain/webhook-address";
import { lookupsOnSockets } from "./resolve";

/**
 * Separate agents for loopback and for public addresses, so that a public name that resolves to loopback is refused
 * (D-094). A connection serves one attempt, because a kept one would outlive the check of its address.
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

/**
 * How a checked URL is reached: an agent that checks the address at connect by the library's ranges, and a look-up that
 * checks every answer by the narrower rule of lib/domain. D-095.
 * @returns also `cancel`, which ends the look-ups under way
 */
export function routeTo(
  url: URL,
  { lookup: instead, nameServers }: { lookup?: LookupFunction; nameServers?: readonly string[] },
): { agent: Agent; lookup: LookupFunction; cancel(): void } {
  const isLoopback = isLoopbackHost(hostOf(url));
  const isAllowed = (address: string) =>
    isLoopback ? LOOPBACK_ADDRESSES.includes(address) : isPublicAddress(address);
  const agents = url.protocol === "https:" ? AGENTS["https:"] : AGENTS["http:"];
  const lookups = lookupsOnSockets(nameServers);
  const lookup = instead ?? lookups.lookup;
  return {
    agent: isLoopback ? agents.loopback : agents.public,
    lookup: (hostname, options, callback) =>
      lookup(hostname, options, (error, answer, family) => {
        const addresses =
          typeof answer === "string" ? [answer] : (answer ?? []).map(({ address }) => address);
        // The same fault as for an unknown name: otherwise the log would list the names of our own network.
        if (!error && !addresses.every(isAllowed)) callback(new Error("No address to send to"), "", 0);
        else callback(error, answer, family);
      }),
    cancel: lookups.cancel,
  };
}

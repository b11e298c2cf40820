import { plainAddress } from "../net/addresses";

/**
 * The caller's address: the connection's, or behind our own proxies the one that the outermost of them saw. Anything
 * further left in X-Forwarded-For is the client's own claim. Contract section 11.
 * @returns an empty string where it is not known
 */
export function callerAddress(
  connection: string,
  forwardedFor: string | undefined,
  trustedHops: number,
): string {
  if (trustedHops === 0) return plainAddress(connection);
  const forwarded = (forwardedFor ?? "").split(",").map((part) => part.trim());
  return plainAddress(forwarded.at(-trustedHops) || connection);
}

import { plainAddress } from "../domain/network";

/**
 * The caller's address: of the connection, or, behind so many proxies that we run ourselves, the one that the
 * outermost of them saw. What stands further left in X-Forwarded-For anybody may have written. Contract section 11.
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

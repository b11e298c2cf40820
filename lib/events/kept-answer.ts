import { containsCardNumber } from "../domain/card-number";
import { isLoopbackAddress } from "../domain/webhook-address";

/** What the log keeps of an answer. */
export const MOST_ANSWER_BYTES = 4096;

/** The two ends of the connection that an answer came over, as a socket names them. */
export interface Ends {
  remoteAddress?: string;
  localAddress?: string;
}

/**
 * The text that is kept of an answer's body; null of a receiver on this machine, for a provider could else read what is
 * meant for this machine alone. PostgreSQL keeps no NUL in a text, and no card number may reach the database, whoever
 * wrote it.
 */
export function keptAnswer(bytes: Buffer, ends: Ends): string | null {
  if (isOnThisMachine(ends)) return null;
  const text = bytes.subarray(0, MOST_ANSWER_BYTES).toString("utf8").replaceAll("\0", "\u{fffd}");
  return containsCardNumber(text, "issued") ? "(withheld: it holds a card number)" : text;
}

/** By the address that was connected to, whatever its name; one that is not known counts as ours. */
function isOnThisMachine({ remoteAddress, localAddress }: Ends): boolean {
  return remoteAddress === undefined || remoteAddress === localAddress || isLoopbackAddress(remoteAddress);
}

import { parseApiKey } from "../../lib/crypto/api-key";
import { isId } from "../../lib/domain/ids";
import { SCOPES } from "../../lib/domain/scopes";
import { isOneOf } from "../../packages/text/narrow";
import { isLonger } from "../../packages/text/text";

/** Checks of option values. Each says what is wrong and what to do, or null. */

export function labelFault(label: string): string | null {
  return isLonger(label, 100) ? "it is longer than 100 characters." : null;
}

export function scopeFault(scope: string): string | null {
  if (isOneOf(SCOPES, scope)) return null;
  return `there is no such scope. There are: ${SCOPES.join(", ")}.`;
}

export function keyIdFault(id: string): string | null {
  if (isId("key", id)) return null;
  const whole = parseApiKey(id);
  if (whole) return `that is the key itself, which should stand on no command line. Its id is ${whole.id}.`;
  return "give the key's id, key_ and 26 letters and digits, as `npm run keys -- list` shows it.";
}

export function emailsFault(text: string): string | null {
  return text === "on" || text === "off" ? null : "write on or off.";
}

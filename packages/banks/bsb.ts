import { digitsIn } from "../text/text";
import PREFIXES from "./bsb-prefixes.json" with { type: "json" };

/**
 * Which bank a BSB belongs to, by its first two or three digits. These are facts that banks publish: AusPayNet's "Key to
 * abbreviations and BSB numbers", as Wikipedia's "Bank state branch" and the bank list of a public payment SDK repeat it.
 * Names are those that customers know today. What is in doubt, or belongs to a bank that has closed, is left out: an
 * unknown BSB costs one more look. See docs/decisions/043-bsb.md.
 */
const banks = new Map<string, string>();
for (const [name, prefixes] of Object.entries(PREFIXES))
  for (const prefix of prefixes) banks.set(prefix, name);

/** Whose BSB 000-000 is, with which the sandbox documents its accounts. Contract section 10. */
const SANDBOX_PREFIX = "000";
const SANDBOX_BANK = "Sandbox test bank";

/**
 * The bank's name, or null for a BSB that is not whole or that no bank has.
 * @param bsb as typed, with or without a hyphen and blanks
 */
export function bankOf(bsb: string, isSandbox: boolean): string | null {
  const digits = digitsIn(bsb);
  if (!/^[0-9]{6}$/.test(digits)) return null;
  const [two, three] = [digits.slice(0, 2), digits.slice(0, 3)];
  if (isSandbox && three === SANDBOX_PREFIX) return SANDBOX_BANK;
  return banks.get(three) ?? banks.get(two) ?? null;
}

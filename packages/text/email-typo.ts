import { readText } from "./text";

/** No address is longer. */
const LONGEST = 254;

/** The mail services that most people in Australia have an address of. */
const COMMON = [
  "gmail.com",
  "hotmail.com",
  "hotmail.com.au",
  "outlook.com",
  "outlook.com.au",
  "yahoo.com",
  "yahoo.com.au",
  "icloud.com",
  "bigpond.com",
  "bigpond.net.au",
];

/** The address that was probably meant, where its domain is a common one with a key wrong; null where all seems well. */
export function meantEmail(typed: string): string | null {
  const address = readText(typed, "address", LONGEST);
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1).toLowerCase();
  if (at < 1 || COMMON.includes(domain) || isAbroad(domain)) return null;
  const meant = COMMON.find((common) => isOneSlipFrom(common, domain));
  return meant ? `${address.slice(0, at)}@${meant}` : null;
}

/** The same mail service has "yahoo.com.vn" and "hotmail.com.br". Gmail has one domain for all countries. */
const isAbroad = (domain: string) => /^(?!gmail\.).*\.(?!au$)[a-z]{2}$/.test(domain);

/** Whether one letter to change, add, leave out or swap with the next makes one text of the other. Hardly anybody mistypes the first. */
function isOneSlipFrom(to: string, from: string): boolean {
  let same = 0;
  while (from[same] === to[same]) same++;
  const [a, b] = [from.slice(same), to.slice(same)];
  const isSwapped = a.length > 1 && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  return same > 0 && (isSwapped || a.slice(1) === b.slice(1) || a === b.slice(1) || a.slice(1) === b);
}

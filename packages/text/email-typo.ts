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
  "live.com",
  "live.com.au",
];

/** Gmail has one domain for all countries: no mail service has these, although they end as a country's do. */
const SLIPS_OF_GMAIL = ["gmail.co", "gmail.cm", "gmail.om"];

/** The shortest name in which a key may be wrong: "love" and "line" are names of their own. */
const SHORTEST_MISTYPED = 5;

/**
 * The address that was probably meant, where its domain is a common one with a key wrong in its name, in what follows, or
 * in both; null where all seems well.
 */
export function meantEmail(typed: string): string | null {
  const address = readText(typed, "address", LONGEST);
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1).toLowerCase();
  if (at < 1 || COMMON.includes(domain) || isAbroad(domain)) return null;
  const [nearest] = COMMON.map((common) => ({ common, away: slipsIn(domain, common) }))
    .filter(({ away }) => Number.isFinite(away))
    .sort((one, other) => one.away - other.away);
  return nearest ? `${address.slice(0, at)}@${nearest.common}` : null;
}

/** The same mail service has "yahoo.com.vn" and "hotmail.com.br": whoever types one of them means it. */
function isAbroad(domain: string): boolean {
  return /\.(?!au$)[a-z]{2}$/.test(domain) && !SLIPS_OF_GMAIL.includes(domain);
}

/** Infinitely many make another name. */
function slipsIn(domain: string, common: string): number {
  // Hardly anybody mistypes the first letter, and "ymail" is no "gmail".
  if (domain[0] !== common[0]) return Number.POSITIVE_INFINITY;
  const [name, rest] = splitName(domain);
  const [commonName, commonRest] = splitName(common);
  const inName = slips(name, commonName);
  const inRest = slips(rest, commonRest);
  return commonName.length < SHORTEST_MISTYPED && inName > 0 ? Number.POSITIVE_INFINITY : inName + inRest;
}

/** 1 where a letter to change, add, leave out or swap with the next one makes one text of the other. */
function slips(from: string, to: string): number {
  if (from === to) return 0;
  let same = 0;
  while (from[same] === to[same]) same++;
  const [a, b] = [from.slice(same), to.slice(same)];
  const isSwapped = a.length > 1 && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  const isOne = isSwapped || a.slice(1) === b.slice(1) || a === b.slice(1) || a.slice(1) === b;
  return isOne ? 1 : Number.POSITIVE_INFINITY;
}

function splitName(domain: string): [name: string, rest: string] {
  const [name = "", ...rest] = domain.split(".");
  return [name, rest.join(".")];
}

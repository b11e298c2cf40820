/** The mail services that most students here have an address of. */
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

/** Real ones that look like a mistyped one. */
const REAL = new Set([...COMMON, "mail.com", "gmx.com", "email.com", "ymail.com", "me.com", "mac.com"]);

/** The address that was probably meant, where its domain is a key or two from a common one; null where all seems well. */
export function meantEmail(typed: string): string | null {
  const address = typed.trim();
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1).toLowerCase();
  if (at < 1 || domain === "" || REAL.has(domain)) return null;
  // Hardly anybody mistypes the first letter, and "olive.com" is no "live.com".
  const similar = COMMON.filter((common) => common[0] === domain[0]);
  const [nearest] = similar
    .map((common) => ({ common, away: distance(domain, common) }))
    .sort((one, other) => one.away - other.away);
  // Two keys of a short name could make any other name of it.
  const most = domain.length < 9 ? 1 : 2;
  return nearest && nearest.away <= most ? `${address.slice(0, at)}@${nearest.common}` : null;
}

/** Keys that are too many, missing or wrong; two that changed places count as one. */
function distance(from: string, to: string): number {
  const rows = [[...Array(to.length + 1).keys()]];
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      const hasChangedPlaces = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row[j] = Math.min(
        rows[i - 1]![j]! + 1,
        row[j - 1]! + 1,
        rows[i - 1]![j - 1]! + (isSame ? 0 : 1),
        hasChangedPlaces ? rows[i - 2]![j - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(row);
  }
  return rows.at(-1)!.at(-1)!;
}

import { containsCardNumber } from "../domain/card-number";

const LONGEST = 400;

/** A User-Agent as evidence keeps it: header values arrive as Latin-1 and may hold anything. */
export function evidenceOf(header: string | null | undefined): string | null {
  const value = (header ?? "").replace(/[^\x20-\x7e\xa0-\xff]/g, "").slice(0, LONGEST);
  return value === "" || containsCardNumber(value, "issued") ? null : value;
}

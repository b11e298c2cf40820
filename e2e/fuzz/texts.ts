/** How each kind of text is read, written from the contract's section 1 and not from the code. */

const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const ENDS =
  /^[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}]+|[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}]+$/gu;

function read(given: unknown, form: "NFC" | "NFKC"): string {
  const text = typeof given === "string" ? given.replace(ENDS, "").normalize(form) : "";
  return text.replace(/[\ufb00-\ufb06]/g, (letters) => letters.normalize("NFKC")).replace(ENDS, "");
}

const seen = (given: unknown) => (typeof given === "string" ? given.replace(UNSEEN, "") : "");

/** What people read: names, courses, descriptions, values of metadata. */
export const wordsOf = (given: unknown) => read(given, "NFC");
/** What is compared: orders, accounts, ids, tokens, options, keys of metadata. */
export const referenceOf = (given: unknown) => read(seen(given), "NFC");
/** Dates, numbers and addresses. */
export const plainOf = (given: unknown) => read(seen(given), "NFKC");

export const hasControls = (text: string) => /[\p{Cc}\u2028\u2029]/u.test(text);
export const isLonger = (text: string, most: number) => [...text].length > most;

const LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
const HOST = new RegExp(`^(${LABEL}\\.)+(?!\\d+$)${LABEL}$`, "i");

/** Whether it is an email address; null where that takes more than the contract's words. */
export function isEmailAddress(address: string): boolean | null {
  const [local = "", host = "", ...more] = address.split("@");
  if (more.length > 0 || host === "" || /^$|^\.|\.$|\.\.|\s/.test(local)) return false;
  if (!/^\p{ASCII}*$/u.test(address)) return null;
  if (!HOST.test(host)) return false;
  return /^[a-z0-9.]{1,60}$/i.test(local) && /\.[a-z]{2,10}$/i.test(host) && !host.includes("--")
    ? true
    : null;
}

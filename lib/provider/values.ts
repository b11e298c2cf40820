import { containsCardNumber } from "../../packages/cards/card-number";
import { isTimeZone } from "../../packages/dates/zone";
import { hasControlCharacters, isEmail, isLonger } from "../../packages/text/text";
import { LONGEST } from "../domain/limits";
import { type Cents, MAX_CENTS } from "../domain/money";
import { OWN_PAGES } from "../staff/own-pages";

// Checks of what a provider and its courses are given. Each returns what is wrong and what to do, or null.

/** As the database's own CHECK. */
const CODE = /^[A-Za-z0-9][A-Za-z0-9_-]{1,62}$/;
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const PRICE = /^\d{1,7}(\.\d{1,2})?$/;
const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/;
const LOOPBACK = /^(localhost|127\.0\.0\.1)$/;

const MAX_LENGTH = 500;

/** What holds for each value that is one line. */
export function textFault(value: string): string | null {
  if (value === "") return "it is empty.";
  if (value.length > MAX_LENGTH) return `it is longer than ${MAX_LENGTH} characters.`;
  if (containsCardNumber(value, "issued")) return "it looks like a card number.";
  return hasControlCharacters(value) ? "it contains a control character, for example a line break." : null;
}

export function codeFault(code: string): string | null {
  if (OWN_PAGES.includes(code)) return `${code} is a page of the console. Choose another code.`;
  if (CODE.test(code)) return null;
  return "a code has 2 to 63 letters, digits, hyphens and underscores, and begins with a letter or digit.";
}

export function slugFault(slug: string): string | null {
  if (SLUG.test(slug) && slug.length <= 80) return null;
  return "a slug is up to 80 small letters and digits, with single hyphens between: certificate-iv-in-bookkeeping.";
}

export function emailFault(email: string): string | null {
  return isEmail(email) ? null : "an email address is like office@college.example.";
}

export function businessNumberFault(number: string): string | null {
  return /^\d{11}$/.test(number) ? null : "an ABN has 11 digits.";
}

export function timeZoneFault(zone: string): string | null {
  return isTimeZone(zone) ? null : "this time zone is not known. Use a name like Australia/Perth.";
}

export function originFault(text: string): string | null {
  const url = parseUrl(text);
  if (!url) return "an origin is like https://enrol.college.example.";
  if (url.origin !== text)
    return url.origin === "null"
      ? "an origin is like https://enrol.college.example."
      : `an origin has no path, no default port and no capital letters. Write ${url.origin}.`;
  return placeFault(url);
}

export function returnUrlFault(text: string): string | null {
  const url = parseUrl(text);
  if (!url) return "a return address is like https://college.example/enrolled.";
  if (url.username || url.password) return "leave out the name and password.";
  if (url.search || url.hash || /[?#]$/.test(text))
    return `leave out the query and the fragment. Any query is allowed later: ${url.origin}${url.pathname}.`;
  return placeFault(url);
}

const parseUrl = (text: string) => (URL.canParse(text) ? new URL(text) : null);

/** Origins become part of a Content-Security-Policy, in which a star or a semicolon has a meaning. */
function placeFault({ protocol, hostname, host }: URL): string | null {
  if (!HOST.test(hostname)) return "the host has letters, digits, dots and hyphens only.";
  if (protocol === "https:" || (protocol === "http:" && LOOPBACK.test(hostname))) return null;
  return `http is for this machine only. Use https://${host}.`;
}

export function priceFault(text: string): string | null {
  if (!PRICE.test(text)) return "write the price in dollars and cents, without a sign or commas: 1500.00.";
  const cents = centsOf(text);
  return cents >= 1 && cents <= MAX_CENTS ? null : "a price is from 0.01 to 100000.00.";
}

/** For a text that `priceFault` accepts. */
export function centsOf(price: string): Cents {
  const [dollars = "0", fraction = ""] = price.split(".");
  return Number(dollars) * 100 + Number(fraction.padEnd(2, "0"));
}

/** "Certificate IV in Café Management" → "certificate-iv-in-cafe-management" */
export function slugOf(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 80)
    .replace(/^-|-$/g, "");
}

/** Nobody could enrol in a course whose name no checkout accepts. */
export function courseNameFault(name: string): string | null {
  if (isLonger(name, LONGEST.course)) return "it is longer than 200 characters.";
  return containsCardNumber(name) ? "it looks like a card number." : null;
}

export function termsVersionFault(version: string): string | null {
  if (version.startsWith("sample-"))
    return "that is the name of the sample text. Use another, for example 2027-01.";
  return isLonger(version, 40) ? "it is longer than 40 characters." : null;
}

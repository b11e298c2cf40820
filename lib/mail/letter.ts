import type { Colour } from "../domain/contrast";

/** One part of a letter. Its text is plain: whoever draws it escapes it. */
export type Part =
  | { type: "text"; text: string }
  | { type: "facts"; rows: readonly (readonly [label: string, value: string])[] }
  | { type: "link"; label: string; url: string };

export const says = (text: string): Part => ({ type: "text", text });

/** A mail before it is drawn: what its text and its HTML both say. */
export interface Letter {
  subject: string;
  /** What an inbox shows beside the subject. */
  preview: string;
  heading: string;
  parts: readonly Part[];
  /** Who sent it and why; small, at the end. */
  footer: readonly string[];
}

/** Who writes, as far as the look of it goes. */
export interface Sender {
  name: string;
  accent: Colour | null;
  isTest: boolean;
}

export const TEST_LINE = "Test environment. No money moves and nothing you sign is binding.";

/** Line breaks and other controls, which end a header; and what turns the direction of the text that follows. */
const UNWANTED = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]+/gu;

/** A value that somebody else chose, as one line that changes nothing around it. */
export function oneLine(text: string): string {
  return text.replace(UNWANTED, " ").replace(/ {2,}/g, " ").trim();
}

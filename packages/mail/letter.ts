import type { Colour } from "../colour/contrast";

/** One part of a letter, as plain text. */
export type Part =
  | { type: "text"; text: string }
  | { type: "facts"; rows: readonly (readonly [label: string, value: string])[] }
  | { type: "link"; label: string; url: string };

export const says = (text: string): Part => ({ type: "text", text });

/** What the plain text and the HTML of a mail both say. */
export interface Letter {
  subject: string;
  /** What an inbox shows beside the subject. */
  preview: string;
  heading: string;
  parts: readonly Part[];
  /** Who sent it and why; small, at the end. */
  footer: readonly (string | { label: string; url: string })[];
}

export interface Sender {
  name: string;
  accent: Colour | null;
  /** A line above the letter; null for none. */
  banner: string | null;
}

/** Line breaks and other controls, which would end a mail's header, and characters that change the writing direction. */
const UNWANTED = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]+/gu;

/** Makes a value that somebody typed safe to stand inside a header or a sentence. */
export function oneLine(text: string): string {
  return text.replace(UNWANTED, " ").replace(/ {2,}/g, " ").trim();
}

/** A letter as plain text: not wrapped, because mail programs do that to their own width. */
export function asText(letter: Letter, sender: Sender): string {
  const blocks = [
    sender.name,
    ...(sender.banner === null ? [] : [sender.banner]),
    letter.heading,
    ...letter.parts.map(partAsText),
    [
      "-- ",
      ...letter.footer.map((line) => (typeof line === "string" ? line : `${line.label}: ${line.url}`)),
    ].join("\n"),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function partAsText(part: Part): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "facts":
      return part.rows.map(([label, value]) => `${label}: ${value}`).join("\n");
    case "link":
      return `${part.label}:\n${part.url}`;
    default:
      return part satisfies never;
  }
}

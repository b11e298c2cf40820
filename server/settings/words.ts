import type { z } from "zod";

type Issue = z.core.$ZodIssue;

/** What to set where nothing is. */
const MISSING: Record<string, string> = {
  DATABASE_URL: "Set it to the PostgreSQL database, for example postgres://user:secret@host/name.",
  APP_KEYS:
    "Without keys nothing can be sealed. Make some with `npm run secrets`, and keep them in two places.",
};

export const isMissing = (name: string) =>
  `is missing. ${MISSING[name] ?? "It has no default; .env.example says what it is for."}`;

/** What is wrong with a value and what to write instead, as the end of a sentence; never the value. */
export function wordsOf(issue: Issue): string {
  switch (issue.code) {
    case "invalid_value":
      return `is none of its values: set it to ${issue.values.join(", ").replace(/, ([^,]+)$/, " or $1")}.`;
    case "invalid_type":
      return issue.expected === "int" ? "is no whole number: write one." : "is no number: write one.";
    case "too_small":
      return issue.origin === "string"
        ? `is too short: it takes ${issue.minimum} or more characters.`
        : `is too small: it takes ${issue.minimum} or more.`;
    case "too_big":
      return `is too large: it takes ${issue.maximum} or less.`;
    case "invalid_format":
      if (issue.format === "url")
        return "is no such address: write its scheme and host, as .env.example shows it.";
      return `cannot be read: it ${issue.message}.`;
    default:
      return issue.code === "custom" ? `cannot be read: it ${issue.message}.` : issue.message;
  }
}

import { SCOPES, type Scope } from "../domain/scopes";
import { TEST_CARDS, type TestCard } from "../domain/test-cards";

/** A table of a guide that is made from what the service runs on. Backticks mark code. */
export interface FactTable {
  label: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

const SCOPE_TEXTS: Record<Scope, string> = {
  "checkouts:read": "Read checkouts, agreements and, in the sandbox, the gateway's charges.",
  "checkouts:write": "Create, confirm and cancel checkouts, and issue checkout tokens.",
  "webhooks:manage": "Manage the endpoints that events are sent to, once they can be registered.",
  "sandbox:simulate": "Authorise a direct debit as a student would, in the sandbox.",
};

/** By the names that guides give their places: what the pages draw and what the search reads. */
export const FACT_TABLES = {
  "test-cards": {
    label: "Test cards",
    head: ["Number", "Scheme", "Outcome", "Name in a token"],
    rows: Object.entries(TEST_CARDS).map(([slug, card]) => [
      card.number,
      card.scheme,
      outcomeOf(card.outcome),
      `\`${slug}\``,
    ]),
  },
  scopes: {
    label: "Scopes",
    head: ["Scope", "What it allows"],
    rows: SCOPES.map((scope) => [`\`${scope}\``, SCOPE_TEXTS[scope]]),
  },
} satisfies Record<string, FactTable>;

function outcomeOf(outcome: TestCard["outcome"]): string {
  switch (outcome.type) {
    case "succeeds":
      return "Succeeds";
    case "declines":
      return `Declined: \`${outcome.declineCode}\``;
    case "answer_lost":
      return "Charged, but the answer is lost";
  }
}

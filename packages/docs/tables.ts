import { EVENT_MEANINGS } from "../../lib/contract/events";
import { SCOPES, type Scope } from "../../lib/domain/scopes";
import { EVENT_TYPES } from "../../lib/domain/states";
import { ATTEMPT_DELAYS_MS } from "../../lib/domain/webhooks";
import { TEST_CARDS, type TestCardOutcome } from "../cards/test-cards";
import { BENCH_CORES, BENCH_OTHERS, BENCH_ROWS } from "./bench";
import { AUTHORISATION_TOLD, CHECKOUT_TOLD, DDA_TOLD, rowsOf, STAGE_TOLD } from "./states";

/** A guide's table that is generated from the service's own constants. Backticks mark code. */
export interface FactTable {
  label: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

const SCOPE_TEXTS: Record<Scope, string> = {
  "checkouts:read":
    "Read checkouts, agreements, events and, in the sandbox, the gateway's charges. Quote payment plans.",
  "checkouts:write": "Create, confirm and cancel checkouts, and issue checkout tokens.",
  "webhooks:manage":
    "Manage the endpoints that events are sent to: register, change, rotate, test, replay, read the log.",
  "sandbox:simulate":
    "In the sandbox: authorise a direct debit as a student would, let a plan expire, say what became of a lost charge, send test events, read the newest requests.",
  "sandbox:reset": "In the sandbox: delete all that your tests have made.",
};

const UNITS = [
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1_000],
] as const;

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);

/** In whole units, such as "2 h 35 min 5 s". */
function durationText(milliseconds: number): string {
  let rest = milliseconds;
  const parts = UNITS.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? [`${count} ${unit}`] : [];
  });
  return parts.join(" ");
}

const STATE_HEAD = ["Value", "Meaning", "Final", "What your system does", "Event that tells"];

/** By the names of the slots in the guides. */
export const FACT_TABLES = {
  "checkout-statuses": {
    label: "Checkout statuses",
    head: STATE_HEAD,
    rows: rowsOf(CHECKOUT_TOLD, ({ checkout }) => checkout),
  },
  "authorisation-statuses": {
    label: "Authorisation statuses",
    head: STATE_HEAD,
    rows: rowsOf(AUTHORISATION_TOLD, ({ authorisation }) => authorisation),
  },
  "opportunity-stages": {
    label: "Opportunity stages",
    head: STATE_HEAD,
    rows: rowsOf(STAGE_TOLD, ({ stage }) => stage),
  },
  "direct-debit-statuses": {
    label: "Direct debit statuses",
    head: STATE_HEAD,
    rows: rowsOf(DDA_TOLD, ({ dda }) => dda),
  },
  "test-cards": {
    label: "Test cards",
    head: ["Number", "Scheme", "Outcome", "Name in a token"],
    rows: Object.entries(TEST_CARDS).map(([slug, { number, scheme, outcome }]) => [
      number,
      scheme,
      outcomeOf(outcome),
      `\`${slug}\``,
    ]),
  },
  scopes: {
    label: "Scopes",
    head: ["Scope", "What it allows"],
    rows: SCOPES.map((scope) => [`\`${scope}\``, SCOPE_TEXTS[scope]]),
  },
  "event-types": {
    label: "Event types",
    head: ["Type", "What happened"],
    rows: EVENT_TYPES.map((type) => [`\`${type}\``, EVENT_MEANINGS[type]]),
  },
  "delivery-schedule": {
    label: "Attempts of a delivery",
    head: ["Attempt", "After the failure before", "In all"],
    rows: ATTEMPT_DELAYS_MS.map((delay, index) => [
      String(index + 1),
      index === 0 ? "At once" : durationText(delay),
      index === 0 ? "" : durationText(sum(ATTEMPT_DELAYS_MS.slice(0, index + 1))),
    ]),
  },
  bench: {
    label: "What each kind of request takes",
    head: [
      ...["Request", "Requests/s", "p50 ms", "p99 ms", "Service, CPU ms", "Database, CPU ms"],
      ...["Round trips", "Bytes", "Most MB"],
    ],
    rows: BENCH_ROWS,
  },
  "bench-cores": {
    label: "What more cores bring",
    head: ["Requests/s", "Service and database, CPU ms", "2 cores, measured", "4, computed", "8", "16"],
    rows: BENCH_CORES,
  },
  "bench-others": { label: "What else was measured", head: ["What", "Figure"], rows: BENCH_OTHERS },
} satisfies Record<string, FactTable>;

function outcomeOf(outcome: TestCardOutcome): string {
  switch (outcome.type) {
    case "succeeds":
      return "Succeeds";
    case "declines":
      return `Declined: \`${outcome.declineCode}\``;
    case "answer_lost":
      return "Charged, but the answer is lost";
  }
}

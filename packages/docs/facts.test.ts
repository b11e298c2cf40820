import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { SCOPES } from "../../drizzle/vocabulary";
import { EVENT_MEANINGS } from "../../lib/contract/events";
import { FIELD_ERROR_CODES } from "../../lib/domain/errors";
import {
  AUTHORISATION_STATUSES,
  begin,
  CHECKOUT_STATUSES,
  canMove,
  DDA_STATUSES,
  EVENT_TYPES,
  move,
  OPEN_STATUSES,
  OPPORTUNITY_STAGES,
  reachableStates,
  type State,
  TRANSITIONS,
} from "../../lib/domain/states";
import { ATTEMPT_DELAYS_MS } from "../../lib/domain/webhooks";
import { TEST_CARDS } from "../cards/test-cards";

/** The rows of the first table below a heading of a guide, without the backticks that mark code. */
function tableOf(guide: string, heading: string): string[][] {
  const [, below = ""] = readFileSync(`docs/guides/${guide}.md`, "utf8").split(`\n## ${heading}\n`);
  const [, rows] = /^\| --- .+\n((?:\|.+\n)+)/m.exec(below) ?? [];
  if (!rows) throw new Error(`${guide}.md has no table below ${heading}`);
  const cells = (row: string) => row.slice(1, -1).split("|");
  return rows
    .trim()
    .split("\n")
    .map((row) => cells(row).map((cell) => cell.trim().replaceAll("`", "")));
}

const firstCells = (guide: string, heading: string) => tableOf(guide, heading).map(([first]) => first);

const MOVES = Object.entries(TRANSITIONS).flatMap(([name, { from, to, event }]) =>
  (from.length === 0 ? [""] : from).map((status) => ({ name, from: status, to, event })),
);

/** Expiry and cancellation end a plan and a payment on the hosted card page. */
const isOfPlan = (from: string, { dda }: { dda: string | null }) =>
  dda !== null && from !== "Awaiting Payment";

it.each([
  ["Payment plan", true],
  ["Pay Now", false],
])("the moves of %s are those of the table of moves", (heading, isPlan) => {
  const told = tableOf("states", heading).map(([from, to, , event]) => [from, to, event]);
  const ofTable = MOVES.filter(({ from, to }) => isOfPlan(from, to) === isPlan);
  expect(told.sort()).toEqual(ofTable.map(({ from, to, event }) => [from, to.checkout, event ?? ""]).sort());
});

const NAMES = Object.keys(TRANSITIONS) as (keyof typeof TRANSITIONS)[];

/** The events of the moves by which a checkout gets a value that it did not have. */
function eventsTelling(read: (state: State) => string | null, value: string) {
  const begun = (["start_plan", "start_pay_now", "start_card_page"] as const).filter(
    (name) => read(begin(name)) === value,
  );
  const entered = NAMES.filter((name) =>
    reachableStates().some(
      (state) => canMove(state.checkout, name) && read(state) !== value && read(move(state, name)) === value,
    ),
  );
  const moves = NAMES.filter((name) => [...begun, ...entered].includes(name));
  const events = new Set(moves.flatMap((name) => TRANSITIONS[name].event ?? []));
  return [...events].join(", ") || "None: the response is a 202";
}

/** Whether no checkout that has the value moves on; else the final statuses that keep it, if any. */
function finality(read: (state: State) => string | null, value: string): string {
  const having = reachableStates().filter((state) => read(state) === value);
  const ended = having.filter(({ checkout }) => !OPEN_STATUSES.includes(checkout));
  if (ended.length === having.length) return "Yes";
  return ended.length === 0 ? "No" : `With ${ended.map(({ checkout }) => checkout).join(", ")}`;
}

/** Collection moves the stage after the last transition. */
const OF_COLLECTION: Record<string, [value: string, final: string, event: string]> = {
  "Payment Plan Completed": ["Payment Plan Completed", "No", "payment_plan.completed"],
  "Payment Plan Ended": ["Payment Plan Ended", "Yes", "payment_plan.ended"],
};

it.each([
  ["Checkout status", CHECKOUT_STATUSES, (state: State) => state.checkout],
  ["Authorisation status", AUTHORISATION_STATUSES, (state: State) => state.authorisation],
  ["Opportunity stage", OPPORTUNITY_STAGES, (state: State) => state.stage],
  ["Direct debit status", DDA_STATUSES, (state: State) => state.dda],
] as const)(
  "each value of %s is there, whether it is final, and which event tells of it",
  (heading, values, read) => {
    const told = tableOf("states", heading).map(([value, , final, , event]) => [value, final, event]);
    const follows = values.map(
      (value) => OF_COLLECTION[value] ?? [value, finality(read, value), eventsTelling(read, value)],
    );
    expect(told.sort()).toEqual(follows.sort());
  },
);

it("the test cards are those that the sandbox has", () => {
  const outcomes = {
    succeeds: "Succeeds",
    declines: "Declined: ",
    answer_lost: "Charged, but the response is lost",
  };
  expect(tableOf("testing", "Test cards")).toEqual(
    Object.entries(TEST_CARDS).map(([slug, { number, scheme, outcome }]) => [
      number,
      scheme,
      outcomes[outcome.type] + ("declineCode" in outcome ? outcome.declineCode : ""),
      slug,
    ]),
  );
});

it("scopes, types of events, codes of field errors and attempts of a delivery are all there", () => {
  expect(firstCells("api-keys", "Scopes")).toEqual(SCOPES);
  expect(firstCells("errors", "Field errors")).toEqual(FIELD_ERROR_CODES);
  expect(tableOf("events", "Choose event types")).toEqual(
    EVENT_TYPES.map((type) => [type, EVENT_MEANINGS[type]]),
  );
  const seconds = (text = "") =>
    [...text.matchAll(/(\d+) (h|min|s)/g)].reduce(
      (sum, [, count, unit]) => sum + Number(count) * ({ h: 3600, min: 60 }[unit!] ?? 1),
      0,
    );
  const attempts = tableOf("events", "Plan for retries");
  expect(attempts.map(([, after]) => 1000 * seconds(after))).toEqual(ATTEMPT_DELAYS_MS);
  for (const [at, [, , inAll]] of attempts.entries())
    expect(seconds(inAll)).toBe(
      attempts.slice(0, at + 1).reduce((all, [, after]) => all + seconds(after), 0),
    );
});

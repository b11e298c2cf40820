import { describe, expect, it } from "vitest";
import { judgeLines, judgePayout, type KnownPart, type Line } from "./settlements";

const DEBIT: KnownPart = {
  key: "dbt_1",
  checkoutId: "chk_1",
  gateway: "gwa_1",
  amountCents: 5_000,
  status: "Paid",
};
const LINE: Line = {
  kind: "debit",
  reference: "vendor 1",
  key: DEBIT.key,
  grossCents: 5_000,
  feeCents: 30,
  netCents: 4_970,
  checkoutId: null,
  problem: null,
};

const problemsOf = (lines: Line[], part: Partial<KnownPart> = {}, isElsewhere = false) =>
  judgeLines(lines, {
    gateway: "gwa_1",
    known: new Map([[DEBIT.key, { ...DEBIT, ...part }]]),
    isElsewhere: () => isElsewhere,
  }).map(({ problem }) => problem);

describe("a line of a payout", () => {
  it.each<[string, Partial<Line>, Partial<KnownPart>, Line["problem"]]>([
    ["a debit that was paid", {}, {}, null],
    ["a debit that was paid and then taken back", {}, { status: "Reversed" }, null],
    ["a fee", { kind: "fee", key: null, grossCents: 0, netCents: -30 }, {}, null],
    ["a debit that we do not have", { key: "dbt_2" }, {}, "unknown"],
    ["something without a key", { key: null }, {}, "unknown"],
    ["another kind of line", { kind: "other" }, {}, "unknown"],
    ["a debit at another account", {}, { gateway: "gwa_2" }, "other_account"],
    ["a debit of another amount", {}, { amountCents: 5_001 }, "amount_differs"],
    ["a debit that failed", {}, { status: "Dishonoured" }, "status_differs"],
    [
      "a reversal of what is paid",
      { kind: "reversal", grossCents: -5_000, netCents: -5_030 },
      {},
      "status_differs",
    ],
    ["a sum that is wrong", { netCents: 4_971 }, {}, "sum_differs"],
  ])("%s", (_, line, part, problem) => {
    expect(problemsOf([{ ...LINE, ...line }], part)).toEqual([problem]);
  });

  it("that comes again is doubled, in the same payout and in a later one", () => {
    expect(problemsOf([LINE, { ...LINE }])).toEqual([null, "doubled"]);
    expect(problemsOf([LINE], {}, true)).toEqual(["doubled"]);
  });

  it("that is missing stays so until the debit is in a payout, or is not paid any more", () => {
    const missing: Line = { ...LINE, grossCents: 0, feeCents: 0, netCents: 0, problem: "missing" };
    expect(problemsOf([missing])).toEqual(["missing"]);
    expect(problemsOf([LINE, missing])).toEqual([null]);
    expect(problemsOf([missing], {}, true)).toEqual([]);
    expect(problemsOf([missing], { status: "Reversed" })).toEqual([]);
  });
});

it("a payout is the sum of its lines, in Australian dollars", () => {
  const payout = { amountCents: 4_970, currency: "AUD" };
  expect(judgePayout(payout, [LINE])).toEqual({ status: "matched", problem: null });
  expect(judgePayout({ ...payout, amountCents: 5_000 }, [LINE])).toMatchObject({ problem: "sum_differs" });
  expect(judgePayout({ ...payout, currency: "NZD" }, [LINE])).toMatchObject({ problem: "currency_differs" });
  const wrong = { ...LINE, problem: "unknown" as const };
  expect(judgePayout(payout, [wrong])).toEqual({ status: "needs_attention", problem: null });
});

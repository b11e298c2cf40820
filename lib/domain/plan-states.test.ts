import { describe, expect, it } from "vitest";
import { LIVE_DEBIT_STATUSES } from "../../drizzle/vocabulary";
import { DEBIT_STATUSES, PLAN_STATUSES } from "./plan";
import { canDebitBecome, canPlanBecome, DEBIT_MOVES, PLAN_MOVES, phaseOf } from "./plan-states";

/** Every status that one can come to from here. */
function reached<S extends string>(moves: Record<S, readonly S[]>, from: S, found = new Set<S>()): Set<S> {
  for (const next of moves[from])
    if (!found.has(next)) {
      found.add(next);
      reached(moves, next, found);
    }
  return found;
}

describe("a collected plan", () => {
  it("can come from Active to every other status, and back from a pause and from a hold", () => {
    expect([...reached(PLAN_MOVES, "Active")].sort()).toEqual([...PLAN_STATUSES].sort());
    expect(PLAN_STATUSES.filter((from) => canPlanBecome(from, "Active"))).toEqual(["Paused", "On Hold"]);
  });

  it("that is completed can only be put on hold, and one that has ended stays so", () => {
    expect(PLAN_MOVES.Completed).toEqual(["On Hold"]);
    expect(PLAN_MOVES.Ended).toEqual([]);
  });

  it("can be put on hold, completed and ended from every status before its end", () => {
    const open = ["Active", "Paused", "On Hold"];
    expect(PLAN_STATUSES.filter((from) => canPlanBecome(from, "Completed"))).toEqual(open);
    expect(PLAN_STATUSES.filter((from) => canPlanBecome(from, "Ended"))).toEqual(open);
    const toHold = ["Active", "Paused", "Completed"];
    expect(PLAN_STATUSES.filter((from) => canPlanBecome(from, "On Hold"))).toEqual(toHold);
  });

  it("is paused only while it is active", () => {
    expect(PLAN_STATUSES.filter((from) => canPlanBecome(from, "Paused"))).toEqual(["Active"]);
  });
});

describe("a debit", () => {
  it("never comes back to a status that it had", () => {
    for (const status of DEBIT_STATUSES) expect(reached(DEBIT_MOVES, status)).not.toContain(status);
  });

  it("is only reversed once it was paid, and no other end is ever left", () => {
    expect(DEBIT_STATUSES.filter((to) => canDebitBecome("Paid", to))).toEqual(["Reversed"]);
    for (const end of ["Reversed", "Dishonoured", "Refused"] as const) expect(DEBIT_MOVES[end]).toEqual([]);
  });

  it("can skip what we missed: the payment before a reversal, and that it was sent", () => {
    expect(DEBIT_STATUSES.filter((to) => canDebitBecome("Sending", to))).toEqual(DEBIT_STATUSES.slice(1));
    expect(DEBIT_STATUSES.filter((to) => canDebitBecome("Sent", to))).toEqual(DEBIT_STATUSES.slice(2));
  });

  it("blocks another debit of its instalment exactly where the database does", () => {
    const live = DEBIT_STATUSES.filter((status) => phaseOf(status) !== "failed");
    expect(live).toEqual(LIVE_DEBIT_STATUSES);
    expect(DEBIT_STATUSES.filter((status) => phaseOf(status) === "paid")).toEqual(["Paid"]);
  });
});

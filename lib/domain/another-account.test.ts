import { expect, it } from "vitest";
import { takesAnother } from "./another-account";
import { PLAN_STATUSES } from "./plan";

const NOW = new Date("2026-12-01T00:00:00Z");
const later = new Date("2026-12-01T00:00:01Z");

it("another account is taken while somebody has asked for it, and the plan is not over", () => {
  const open = { replaceableUntil: later };
  const taking = PLAN_STATUSES.filter((status) => takesAnother(open, { status }, NOW));
  expect(taking).toEqual(["Active", "Paused", "On Hold"]);
  for (const replaceableUntil of [null, NOW])
    expect(takesAnother({ replaceableUntil }, { status: "Active" }, NOW)).toBe(false);
  expect(takesAnother(open, null, NOW)).toBe(false);
});

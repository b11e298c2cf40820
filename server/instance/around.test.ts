import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { DebitProcessor } from "../../lib/gateway/debit-port";
import { GatewayOutcomeUnknown } from "../../lib/gateway/port";
import { MINUTE_MS } from "../../packages/dates/time";
import { debitsWithTimeout } from "./around";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<never>(() => {});
const hanging: DebitProcessor = {
  ...{ id: "gwa_1", mode: "test", debitUser: "own" },
  ...{ register: never, submit: never, find: never, changedSince: never, payoutsSince: never },
  refunds: { refund: never, find: never },
};
const NOW = new Date("2026-12-07T12:00:00Z");
const debit = { key: "dbt_1", authority: "a", reference: null };
const refund = { key: "ref_1", charge: { key: "dbt_1", reference: null }, amountCents: 100 };
const { refunds, ...limited } = debitsWithTimeout(hanging, 10_000);

it.each<[string, number, () => Promise<unknown> | undefined]>([
  [
    "submit",
    10_000,
    () => limited.submit({ ...debit, providerId: "p", amountCents: 1, date: "", description: "" }, NOW),
  ],
  ["find", 10_000, () => limited.find(debit, NOW)],
  ["a refund", 10_000, () => refunds?.refund(refund, NOW)],
  ["the look for a refund", 10_000, () => refunds?.find(refund, null, NOW)],
  ["a page of reports", 5 * MINUTE_MS, () => limited.changedSince("p", null, NOW)],
  ["a page of payouts", 5 * MINUTE_MS, () => limited.payoutsSince?.("p", null, NOW)],
])(
  "a processor that never answers leaves the outcome unknown after the time: %s",
  async (_call, milliseconds, ask) => {
    let said: unknown = null;
    ask()?.catch((error) => {
      said = error;
    });
    await vi.advanceTimersByTimeAsync(milliseconds - 1);
    expect(said).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(said).toBeInstanceOf(GatewayOutcomeUnknown);
  },
);

it("what a processor does not offer is not offered in time either", () => {
  const { payoutsSince: _p, refunds: _r, ...less } = hanging;
  expect(Object.keys(debitsWithTimeout(less, 10_000))).not.toContain("refunds");
  expect(Object.keys(debitsWithTimeout(less, 10_000))).not.toContain("payoutsSince");
});

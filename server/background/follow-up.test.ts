import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clockFrom } from "../../packages/dates/time";
import { createFollowUp } from "./follow-up";

// A database of the tests' own, which says what time it is.
vi.mock("../../lib/db/clock", () => ({
  readClock: async (db: { execute(): Promise<{ at: number }[]> }) => {
    const [row] = await db.execute();
    return clockFrom(new Date(row!.at));
  },
}));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function place({ takes = 0, keysAreChecked = true } = {}) {
  const round = <Done = number>(done: Done = 0 as Done) =>
    vi.fn(async (..._: [unknown, unknown, () => boolean]) => {
      if (takes > 0) await new Promise((resolve) => setTimeout(resolve, takes));
      return done;
    });
  const work = {
    dispatchEvents: vi.fn(),
    settleDue: round({ recovered: 0, expired: 0 }),
    makeDueAgreements: round(),
    deliverDue: round(),
    sendDueMails: round(),
  };
  const faults = vi.fn();
  const read = vi.fn(async () => [{ at: Date.now() }]);
  const making = new Map<string, Promise<unknown>>();
  const deps = {
    making,
    db: { execute: read },
    log: { error: faults },
    meters: { round: () => () => {} },
    keysAreChecked: () => keysAreChecked,
  };
  const followUp = createFollowUp(deps as never, work as never);
  return { work, faults, read, making, followUp };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it("does everything that is due, once for each answer", async () => {
  const { work, followUp } = place();
  await followUp();
  await followUp();
  for (const one of Object.values(work)) expect(one).toHaveBeenCalledTimes(2);
});

it("runs once at a time, and once more for all that was written meanwhile", async () => {
  const { work, followUp } = place({ takes: 100 });
  const all = Promise.all([followUp(), followUp(), followUp()]);
  await pass(50);
  const last = followUp();
  expect(work.deliverDue).toHaveBeenCalledTimes(1);
  await pass(500);
  await Promise.all([all, last]);
  expect(work.deliverDue).toHaveBeenCalledTimes(2);
});

it.each<[string, (all: ReturnType<typeof place>) => void]>([
  ["a document", ({ work }) => void work.makeDueAgreements.mockResolvedValueOnce(1)],
  ["one that was being made", ({ making }) => void making.set("chk", Promise.resolve())],
  ["a charge", ({ work }) => void work.settleDue.mockResolvedValueOnce({ recovered: 1, expired: 0 })],
  ["an expiry", ({ work }) => void work.settleDue.mockResolvedValueOnce({ recovered: 0, expired: 1 })],
])("runs once more for what its own work wrote: %s", async (_, write) => {
  const all = place();
  write(all);
  all.work.deliverDue.mockImplementationOnce(async () => {
    all.making.clear();
    return 0;
  });
  await all.followUp();
  expect(all.work.dispatchEvents).toHaveBeenCalledTimes(2);
  expect(all.work.sendDueMails).toHaveBeenCalledTimes(2);
});

it("begins nothing more once its budget is spent, however much is written", async () => {
  const { work, followUp } = place({ takes: 3_000 });
  const writing = setInterval(() => void followUp(), 100);
  await pass(7_900);
  const goesOn = work.deliverDue.mock.calls[0]![2];
  expect(goesOn()).toBe(true);
  await pass(200);
  expect(goesOn()).toBe(false);
  clearInterval(writing);
  await pass(60_000);
  expect(work.deliverDue.mock.calls.length).toBeLessThan(8);
});

it("lets the process be frozen after 25 seconds, whatever hangs", async () => {
  const { followUp } = place({ takes: 10 * 60_000 });
  const ended = vi.fn();
  void followUp().then(ended);
  await pass(24_000);
  expect(ended).not.toHaveBeenCalled();
  await pass(2_000);
  expect(ended).toHaveBeenCalledOnce();
});

it("never rejects, and says what failed", async () => {
  const { work, faults, read, followUp } = place();
  work.deliverDue.mockRejectedValueOnce(new Error("down"));
  await followUp();
  expect(faults).toHaveBeenCalledOnce();
  read.mockRejectedValueOnce(new Error("away"));
  await followUp();
  expect(faults).toHaveBeenCalledTimes(2);
  expect(work.settleDue).toHaveBeenCalledOnce();
});

it("does nothing until the keys are checked", async () => {
  const { read, followUp } = place({ keysAreChecked: false });
  await followUp();
  expect(read).not.toHaveBeenCalled();
});

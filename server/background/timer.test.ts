import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Meters } from "../../lib/domain/meters";
import type { JobDeps } from "../../lib/jobs/tick";
import { type Clock, clockFrom, later, MINUTE_MS } from "../../packages/dates/time";
import { startTimer } from "./timer";

// A database of the tests' own, which says what time it is.
vi.mock("../../lib/db/clock", () => ({
  readClock: async (db: { execute(): Promise<{ at: number }[]> }) => {
    const [row] = await db.execute();
    return clockFrom(new Date(row!.at));
  },
}));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The database's clock is so much ahead of the server's. */
const AHEAD_MS = 10 * MINUTE_MS;

/** A timer around rounds that are over at once. */
function timerOf(seconds: number, { mail = {} }: { mail?: object | null } = {}) {
  const work = {
    settleDue: vi.fn(async (..._: [unknown, Clock, () => boolean]) => ({
      recovered: 0,
      expired: 0,
      purged: 0,
      alerts: 0,
    })),
    makeDueAgreements: vi.fn(async () => 0),
    deliverDue: vi.fn(async (..._: [unknown, Clock, () => boolean]) => 0),
    sendDueMails: vi.fn(async (..._: [unknown, Clock, () => boolean]) => 0),
  };
  const faults = vi.fn();
  const db = { execute: async () => [{ at: Date.now() + AHEAD_MS }] };
  const ended: [string, boolean][] = [];
  const meters = { round: (name: string) => (_: number, isDone: boolean) => ended.push([name, isDone]) };
  const deps = { db, mail, log: { error: faults }, meters } as unknown as JobDeps & {
    meters: Meters;
    keysAreChecked(): boolean;
  };
  deps.keysAreChecked = () => true;
  const timer = startTimer(deps, seconds, work);
  const rounds = () =>
    Object.fromEntries(Object.entries(work).map(([name, { mock }]) => [name, mock.calls.length]));
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return { work, faults, ended, timer, rounds, deps, pass };
}

/** Lets the next round take until the function that it gives is called. */
function holdUp(round: { mockReturnValueOnce(answer: Promise<number>): unknown }) {
  let end = () => {};
  round.mockReturnValueOnce(
    new Promise((resolve) => {
      end = () => resolve(1);
    }),
  );
  return () => end();
}

describe("startTimer", () => {
  it("does nothing until the keys are checked", async () => {
    const { timer, rounds, pass, deps } = timerOf(5);
    deps.keysAreChecked = () => false;
    await pass(20_000);
    expect(rounds()).toEqual({ settleDue: 0, makeDueAgreements: 0, deliverDue: 0, sendDueMails: 0 });
    deps.keysAreChecked = () => true;
    await pass(5_000);
    expect(rounds()).toEqual({ settleDue: 1, makeDueAgreements: 5, deliverDue: 5, sendDueMails: 5 });
    await timer.stop();
  });

  it.each([
    [60, { settleDue: 1, makeDueAgreements: 60, deliverDue: 60, sendDueMails: 60 }],
    [5, { settleDue: 12, makeDueAgreements: 60, deliverDue: 60, sendDueMails: 60 }],
    [0.5, { settleDue: 120, makeDueAgreements: 120, deliverDue: 120, sendDueMails: 120 }],
    [0, { settleDue: 0, makeDueAgreements: 0, deliverDue: 0, sendDueMails: 0 }],
  ])(
    "every %d seconds all else, webhooks and mails each second at the latest: in a minute %o",
    async (seconds, expected) => {
      const { rounds, pass } = timerOf(seconds);
      await pass(60_000);
      expect(rounds()).toEqual(expected);
    },
  );

  it("looks for no mails where none are made", async () => {
    const { rounds, pass } = timerOf(1, { mail: null });
    await pass(3_000);
    expect(rounds()).toEqual({ settleDue: 3, makeDueAgreements: 3, deliverDue: 3, sendDueMails: 0 });
  });

  it("starts no round beside itself, and holds up no other", async () => {
    const { work, rounds, pass } = timerOf(1);
    const end = holdUp(work.deliverDue);
    await pass(10_000);
    expect(rounds()).toEqual({ settleDue: 10, makeDueAgreements: 10, deliverDue: 1, sendDueMails: 10 });
    end();
    await pass(1_000);
    expect(rounds()).toEqual({ settleDue: 11, makeDueAgreements: 11, deliverDue: 2, sendDueMails: 11 });
  });

  it("gives each round the database's clock", async () => {
    const { work, pass } = timerOf(1);
    await pass(1_000);
    for (const { mock } of [work.settleDue, work.deliverDue, work.sendDueMails])
      expect(mock.calls[0]![1]()).toEqual(later(new Date(), AHEAD_MS));
  });

  it("goes on after a round that fails, and says so", async () => {
    const { work, faults, ended, rounds, pass } = timerOf(1);
    work.settleDue.mockRejectedValueOnce(new Error("down"));
    await pass(2_000);
    expect(rounds()).toMatchObject({ settleDue: 2 });
    expect(faults).toHaveBeenCalledOnce();
    expect(ended.filter(([name]) => name === "settle")).toEqual([
      ["settle", false],
      ["settle", true],
    ]);
  });

  it("told to stop, finishes what is under way and starts nothing more", async () => {
    const { work, timer, rounds, pass } = timerOf(1);
    const end = holdUp(work.deliverDue);
    await pass(1_000);
    const goesOn = work.deliverDue.mock.calls[0]![2];
    expect(goesOn()).toBe(true);
    const stopped = vi.fn();
    const stopping = timer.stop().then(stopped);
    expect(goesOn(), "the round is told").toBe(false);
    await pass(10_000);
    expect(stopped).not.toHaveBeenCalled();
    expect(rounds()).toEqual({ settleDue: 1, makeDueAgreements: 1, deliverDue: 1, sendDueMails: 1 });
    end();
    await stopping;
  });
});

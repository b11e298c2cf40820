import { expect, it } from "vitest";
import { measuredClock } from "./measured-clock";
import { DAY_MS, MINUTE_MS } from "./time";

/** A machine whose clock can be set, and whose time passes. */
function machine(own: number) {
  const at = { own, passed: 1_000 };
  const clock = measuredClock(
    () => at.own,
    () => at.passed,
  );
  const pass = (ms: number) => {
    at.own += ms;
    at.passed += ms;
  };
  /** A reading that took so long, of a clock that said so. */
  const read = (said: number, took = 0) => {
    const from = at.passed;
    pass(took);
    clock.learn(new Date(said), from);
  };
  return { at, clock, pass, read };
}

it("is this machine's until it was read", () => {
  const { clock } = machine(5_000);
  expect(clock.now()).toEqual(new Date(5_000));
  expect(clock.aheadMs()).toBeNull();
});

it("goes on from a reading, however wrong this machine's clock is and wherever it is set", () => {
  const { at, clock, pass, read } = machine(DAY_MS);
  read(7_000);
  expect(clock.aheadMs()).toBe(DAY_MS - 7_000);
  pass(500);
  at.own -= 2 * DAY_MS;
  expect(clock.now()).toEqual(new Date(7_500));
  expect(clock.aheadMs()).toBe(-DAY_MS - 7_000);
});

it("takes the middle of a slow answer's time, and changes it only where another reading contradicts it", () => {
  const { clock, read } = machine(0);
  read(10_000, 400);
  expect(clock.now()).toEqual(new Date(10_200));
  read(10_300, 600);
  expect(clock.now(), "slow, and possible").toEqual(new Date(10_800));
  read(10_750, 2);
  expect(clock.now(), "quick").toEqual(new Date(10_752));
});

it("follows a clock that was set", () => {
  const { clock, read } = machine(0);
  read(1_000);
  read(1_000 + 10 * MINUTE_MS);
  expect(clock.aheadMs()).toBe(-1_000 - 10 * MINUTE_MS);
});

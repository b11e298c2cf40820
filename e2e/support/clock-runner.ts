import { type RunnerTask, TestRunner } from "vitest";
import { watchClock } from "../run/clock.mjs";

/** A test in the middle of which the clock was set is run again. */
export default class ClockAwareRunner extends TestRunner {
  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    await super.onBeforeRunTask(test);
    if (!test.retry) test.retry = { count: 1, condition: watchClock() };
  }
}

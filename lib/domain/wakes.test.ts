import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { createWakes } from "./wakes";

afterEach(() => void vi.useRealTimers());

function place() {
  vi.useFakeTimers();
  const at = { steady: 1_000, wall: 1_700_000_000_000 };
  const wakes = createWakes(
    () => at.steady,
    () => at.wall,
  );
  onTestFinished(() => wakes.stop());
  const heard = vi.fn();
  wakes.onWake(heard);
  return { at, wakes, heard };
}

it("a process that goes on has not woken", async () => {
  const { at, wakes, heard } = place();
  for (let times = 0; times < 100; times++) {
    at.steady += 300;
    at.wall += 300;
    await vi.advanceTimersByTimeAsync(300);
  }
  expect([wakes.count(), wakes.lastAt()]).toEqual([0, 0]);
  expect(heard).not.toHaveBeenCalled();
});

it.each([
  ["by both clocks", 60_000, 60_000],
  ["where the steady clock stood still too", 0, 60_000],
  ["where the other clock was set back meanwhile", 60_000, -3_600_000],
])("a gap is a wake, noticed before anything is done: %s", (_, steady, wall) => {
  const { at, wakes, heard } = place();
  at.steady += steady;
  at.wall += wall;
  expect(wakes.count()).toBe(1);
  expect(wakes.lastAt()).toBe(at.steady);
  expect(wakes.count()).toBe(1);
  expect(heard).toHaveBeenCalledOnce();
});

it("is noticed by itself, where nobody asks", async () => {
  const { at, heard } = place();
  at.wall += 5_000;
  await vi.advanceTimersByTimeAsync(250);
  expect(heard).toHaveBeenCalledOnce();
});

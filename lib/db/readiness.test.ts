import { expect, it, onTestFinished, vi } from "vitest";
import { knownReadiness } from "./readiness";

function database() {
  let at = 0;
  let asked = 0;
  let answer: () => Promise<boolean> = async () => true;
  const isReady = knownReadiness(
    () => {
      asked += 1;
      return answer();
    },
    () => at,
  );
  return {
    isReady,
    asked: () => asked,
    answers: (given: typeof answer) => {
      answer = given;
    },
    pass: (ms: number) => {
      at += ms;
    },
  };
}

it("is asked once for all requests of a second", async () => {
  const { isReady, asked, pass } = database();
  expect(await Promise.all([isReady(), isReady(), isReady()])).toEqual([true, true, true]);
  pass(999);
  expect(await isReady()).toBe(true);
  expect(asked()).toBe(1);
  pass(1);
  expect(await isReady()).toBe(true);
  expect(asked()).toBe(2);
});

it("is noticed to be lost within two seconds, and to be back within one more", async () => {
  const { isReady, answers, pass } = database();
  await isReady();
  answers(async () => false);
  pass(1_000);
  expect(await isReady()).toBe(false);
  answers(async () => true);
  pass(1_000);
  expect(await isReady()).toBe(true);
});

it("is not ready while it hangs, whoever asks, and is asked once meanwhile", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { isReady, answers, asked, pass } = database();
  await isReady();
  answers(() => new Promise(() => {}));
  pass(1_000);
  const waiting = [isReady(), isReady()];
  await vi.advanceTimersByTimeAsync(900);
  expect(await Promise.all(waiting)).toEqual([false, false]);
  expect(asked()).toBe(2);
});

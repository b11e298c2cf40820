import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepLease } from "./lease";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("is renewed every five seconds, whether or not that works, until it is ended", async () => {
  const renew = vi.fn(() => Promise.reject(new Error("the database is away")));
  const end = keepLease(renew);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(renew).toHaveBeenCalledTimes(4);
  await end();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(renew).toHaveBeenCalledTimes(4);
});

it("that cannot be renewed in time lets no renewals queue up, for which its end would wait", async () => {
  let answer = () => {};
  const renew = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)));
  const end = keepLease(renew);
  await vi.advanceTimersByTimeAsync(60_000);
  const ended = end();
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(renew).toHaveBeenCalledTimes(1);
  await ended;
});

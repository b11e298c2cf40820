import { describe, expect, it, onTestFinished, vi } from "vitest";
import { inTime } from "./time-limit";

const never = () => new Promise<string>(() => {});

describe("work with a time limit", () => {
  it("comes to what it comes to, and leaves no timer behind", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    expect(await inTime(Promise.resolve("done"), 50, () => "late")).toBe("done");
    await expect(inTime(Promise.reject(new Error("broken")), 50, () => "late")).rejects.toThrow("broken");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is late after its time, with a value or an error", async () => {
    expect(await inTime(never(), 1, () => "late")).toBe("late");
    const thrown = inTime(never(), 1, () => {
      throw new Error("too late");
    });
    await expect(thrown).rejects.toThrow("too late");
  });
});

import { describe, expect, it } from "vitest";
import { mailDelayAfter } from "../domain/mail";
import { afterSending } from "./send-due";

describe("the schedule of attempts", () => {
  it("begins after a minute, grows, and ends after ten attempts within two days and a bit", () => {
    const delays = Array.from({ length: 9 }, (_, at) => mailDelayAfter(at + 1, 0.5)!);
    expect(delays[0]).toBe(60_000);
    expect([...delays].sort((a, b) => a - b)).toEqual(delays);
    expect(mailDelayAfter(10, 0.5)).toBeNull();
    const days = delays.reduce((sum, one) => sum + one, 0) / 86_400_000;
    expect(days).toBeGreaterThan(1.9);
    expect(days).toBeLessThan(2.1);
  });

  it("is not followed where the server refused for good", () => {
    const at = new Date();
    expect(afterSending({ outcome: "refused", code: "smtp_550" }, 1, at)).toEqual({
      status: "failed",
      dueAt: null,
      at,
      error: "smtp_550",
      isRefused: true,
    });
  });
});

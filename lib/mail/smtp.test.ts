import { describe, expect, it } from "vitest";
import { mailDelayAfter } from "../domain/mail";
import { afterSending } from "./send-due";
import { whatHappened } from "./smtp";

describe("what became of an attempt", () => {
  it.each([
    ["a mailbox that does not exist", { code: "EENVELOPE", responseCode: 550 }, "refused", "smtp_550"],
    ["content that is not wanted", { code: "EMESSAGE", responseCode: 554 }, "refused", "smtp_554"],
    ["an address that no server takes", { code: "EENVELOPE" }, "refused", "address"],
    [
      "a sender that the server does not know",
      { code: "EENVELOPE", responseCode: 550, command: "MAIL FROM" },
      "not_taken",
      "smtp_550",
    ],
    ["a full mailbox", { code: "EENVELOPE", responseCode: 452 }, "not_taken", "smtp_452"],
    [
      "a wrong password, which an operator can mend",
      { code: "EAUTH", responseCode: 535 },
      "not_taken",
      "sign_in",
    ],
    [
      "a server that takes nobody at the moment",
      { code: "EPROTOCOL", responseCode: 554 },
      "not_taken",
      "connection",
    ],
    ["a time-out", { code: "ETIMEDOUT" }, "not_taken", "timeout"],
    ["a certificate that is wrong", { code: "ETLS" }, "not_taken", "tls"],
    ["anything else", new Error("broken"), "not_taken", "connection"],
  ])("%s", (_, error, outcome, code) => {
    expect(whatHappened(error)).toEqual({ outcome, code });
  });
});

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

import { describe, expect, it } from "vitest";
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

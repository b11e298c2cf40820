import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { newId } from "../domain/ids";
import { claimedDda, isSessionOf, setupSession } from "./setup-session";
import { createVault } from "./vault";

const [one, two] = [1, 2].map((version) => `${version}:${randomBytes(32).toString("base64")}`);
const vault = createVault(one!);
const dda = { id: newId("dda"), sessionGeneration: 1, sessionKeyVersion: 1 };
const session = setupSession(vault, dda);

describe("the session of the hosted page", () => {
  it("is derived: the same each time, and it names its authority", () => {
    expect(session).toMatch(/^dds_[0-9a-z]{26}_[A-Za-z0-9_-]{43}$/);
    expect(setupSession(vault, dda)).toBe(session);
    expect(claimedDda(session)).toBe(dda.id);
    expect(isSessionOf(vault, dda, session)).toBe(true);
  });

  it("lives through a rotation of keys", () => {
    expect(isSessionOf(createVault(`${two},${one}`), dda, session)).toBe(true);
  });

  it("ends with its key", () => {
    expect(isSessionOf(createVault(two!), dda, session)).toBe(false);
  });

  it("ends when the generation is raised", () => {
    expect(isSessionOf(vault, { ...dda, sessionGeneration: 2 }, session)).toBe(false);
  });

  it("opens no other authority", () => {
    const other = { ...dda, id: newId("dda") };
    expect(isSessionOf(vault, other, session)).toBe(false);
    expect(isSessionOf(vault, other, session.replace(dda.id.slice(4), other.id.slice(4)))).toBe(false);
  });

  it("does not open with any one character changed", () => {
    for (let at = 0; at < session.length; at++) {
      const other = session[at] === "A" ? "B" : "A";
      expect(isSessionOf(vault, dda, session.slice(0, at) + other + session.slice(at + 1))).toBe(false);
    }
  });

  it.each([[""], ["dds_"], [`dds_${"z".repeat(26)}_${"A".repeat(43)}`], [`${session}x`], [`${session}\n`]])(
    "claims nothing when it cannot exist: %j",
    (text) => {
      expect(claimedDda(text)).toBeNull();
      expect(isSessionOf(vault, dda, text)).toBe(false);
    },
  );
});

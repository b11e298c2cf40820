import { expect, test } from "vitest";
import { makeApiKey } from "../../lib/crypto/api-key";
import { newId } from "../../lib/domain/ids";
import { keyIdFault, labelFault, scopeFault } from "./values";

/** For each check: what it takes, and what it refuses. */
const CHECKS: [name: string, check: (text: string) => string | null, good: string[], bad: string[]][] = [
  ["a scope", scopeFault, ["checkouts:read", "webhooks:manage"], ["checkouts", "", "Checkouts:Read", "*"]],
  ["a label", labelFault, ["x".repeat(100)], ["x".repeat(101)]],
  [
    "a key's id",
    keyIdFault,
    [newId("key")],
    ["key_x", newId("chk"), makeApiKey("sandbox", newId("key")).key],
  ],
];

test.each(CHECKS)("%s is taken or refused as it should be", (_name, check, good, bad) => {
  for (const text of good) expect(check(text), text).toBeNull();
  for (const text of bad) expect(check(text), text).toMatch(/^[a-z].*\.$/);
});

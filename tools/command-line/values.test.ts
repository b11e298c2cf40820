import { expect, test } from "vitest";
import { makeApiKey } from "../../lib/crypto/api-key";
import { newId } from "../../lib/domain/ids";
import { keyIdFault, labelFault, lifeFault, overlapFault, scopeFault, spanOf } from "./values";

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
  [
    "an overlap",
    overlapFault,
    ["0", "0d", "30m", "24h", "7d", "168h"],
    ["8d", "169h", "-1h", "24", "1.5h", "1w", ""],
  ],
  [
    "a length of life",
    lifeFault,
    ["1m", "12h", "90d", "3650d"],
    ["0", "0d", "3651d", "999999d", "90", "d", "1y", ""],
  ],
];

test.each(CHECKS)("%s is taken or refused as it should be", (_name, check, good, bad) => {
  for (const text of good) expect(check(text), text).toBeNull();
  for (const text of bad) expect(check(text), text).toMatch(/^[a-z].*\.$/);
});

test("a span is read in milliseconds", () => {
  expect(["0", "30m", "24h", "7d"].map(spanOf)).toEqual([0, 1_800_000, 86_400_000, 604_800_000]);
});

import { expect, test } from "vitest";
import {
  businessNumberFault,
  centsOf,
  codeFault,
  emailFault,
  originFault,
  priceFault,
  returnUrlFault,
  slugFault,
  slugOf,
  termsVersionFault,
  timeZoneFault,
} from "./values";

/** For each check: what it takes, and what it refuses. */
const CHECKS: [name: string, check: (text: string) => string | null, good: string[], bad: string[]][] = [
  [
    "a code",
    codeFault,
    ["ab", "A-1_b", "a".repeat(63)],
    ["a", "-ab", "a b", "é1", "a".repeat(64), "", "sign-in"],
  ],
  ["a slug", slugFault, ["a", "a-1"], ["A", "a--b", "-a", "a-", "a".repeat(81)]],
  ["an e-mail address", emailFault, ["a@b.co"], ["a", "a@b", "a b@c.de"]],
  ["a business number", businessNumberFault, ["12345678901"], ["1234567890", "12 345 678 901", "abc"]],
  ["a time zone", timeZoneFault, ["Australia/Perth", "UTC"], ["Perth", "+10:00", "Mars/Base"]],
  [
    "an origin",
    originFault,
    ["https://a.example", "https://a.example:8443", "http://localhost:3000", "http://127.0.0.1"],
    [
      ...[
        "https://a.example/",
        "https://a.example/x",
        "https://A.example",
        "https://a.example:443",
        "http://a.example",
      ],
      ...[
        "a.example",
        "*",
        "https://*",
        "http://[::1]:3000",
        "https://*.a.example",
        "https://a;b",
        "https://a,b",
        "https://",
        "https://u:p@a.example",
        "data:text/html,x",
        "ftp://a.example",
        "null",
      ],
    ],
  ],
  [
    "a return address",
    returnUrlFault,
    ["https://a.example", "https://a.example/x/", "http://localhost:3000/done"],
    [
      ...["https://a.example/?x", "https://a.example/?", "https://a.example/#x", "https://u:p@a.example/"],
      ...["http://a.example/", "/done", "javascript:alert(1)", "http://localhost.evil.example/"],
    ],
  ],
  ["a version of terms", termsVersionFault, ["2027-01", "v2"], ["sample-2026-11", "x".repeat(41)]],
  [
    "a price",
    priceFault,
    ["0.01", "1500", "1500.5", "1500.00", "100000", "100000.00"],
    [
      "0",
      "0.00",
      "100000.01",
      "1500.005",
      "1,500.00",
      "$1500",
      "-1",
      "1e3",
      "1500.",
      ".5",
      " 1",
      "",
      "9".repeat(9),
    ],
  ],
];

test.each(CHECKS)("%s is taken or refused as it should be", (_name, check, good, bad) => {
  for (const text of good) expect(check(text), text).toBeNull();
  for (const text of bad) expect(check(text), text).toMatch(/^[a-z].*\.$/);
});

test("a price is read to the cent", () => {
  const prices = ["0.01", "0.1", "19.99", "1500", "1500.5", "4.35", "100000.00"];
  expect(prices.map(centsOf)).toEqual([1, 10, 1999, 150_000, 150_050, 435, 10_000_000]);
});

test("a slug made from a name is one, unless nothing is left of it", () => {
  expect(slugOf("Café Management (Level 2)")).toBe("cafe-management-level-2");
  expect(slugFault(slugOf(`${"a".repeat(79)} b`))).toBeNull();
  expect(slugOf("学习")).toBe("");
});

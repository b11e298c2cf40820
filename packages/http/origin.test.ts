import { describe, expect, it } from "vitest";
import { isOwnOrigin } from "./origin";

describe("a form's Origin", () => {
  it.each([
    ["https://pay.example.edu", "https://pay.example.edu", true],
    ["https://pay.example.edu", "https://pay.example.edu/base", true],
    ["https://pay.example.edu:444", "https://pay.example.edu", false],
    ["http://pay.example.edu", "https://pay.example.edu", false],
    ["https://evil.example", "https://pay.example.edu", false],
    ["null", "https://pay.example.edu", false],
    ["", "https://pay.example.edu", false],
    [null, "https://pay.example.edu", false],
    ["http://127.0.0.1:3000", "http://localhost:3000", true],
    ["http://127.0.0.1:3001", "http://localhost:3000", false],
    ["http://127.0.0.1:3000", "https://pay.example.edu", false],
  ])("%s on %s: %s", (origin, base, own) => {
    expect(isOwnOrigin(origin, base, true)).toBe(own);
  });

  it("in production loopback has no second name", () => {
    expect(isOwnOrigin("http://127.0.0.1:3000", "http://localhost:3000", false)).toBe(false);
  });
});

import { describe, expect, it } from "vitest";
import { callerAddress } from "./address";

describe("the caller's address", () => {
  it("is the connection's when no proxy is trusted, whatever a header claims", () => {
    expect(callerAddress("203.0.113.9", "198.51.100.1", 0)).toBe("203.0.113.9");
  });

  it("is what the outermost trusted proxy saw, not what stands further left", () => {
    expect(callerAddress("10.0.0.2", "1.1.1.1, 198.51.100.7, 10.0.0.1", 2)).toBe("198.51.100.7");
  });

  it("falls back to the connection when the header has fewer hops", () => {
    expect(callerAddress("10.0.0.2", undefined, 2)).toBe("10.0.0.2");
  });

  it("shows IPv4 as IPv4 on a socket that speaks IPv6", () => {
    expect(callerAddress("::ffff:203.0.113.9", undefined, 0)).toBe("203.0.113.9");
  });
});

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

  it.each([
    ["203.0.113.7:51234", "203.0.113.7"],
    ["[2001:db8::1]:443", "2001:db8::1"],
    ["[2001:db8::1]", "2001:db8::1"],
    ["2001:DB8:0:0::1", "2001:db8::1"],
    ['"[2001:db8::1]:443"', "2001:db8::1"],
    ['"203.0.113.7"', "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["[::ffff:203.0.113.7]:80", "203.0.113.7"],
    ["::ffff:cb00:7107", "203.0.113.7"],
    ["fe80::1%eth0", "fe80::1%eth0"],
  ])("is the same however a proxy writes it: %s", (written, address) => {
    expect(callerAddress("10.0.0.2", `1.1.1.1, ${written}`, 1)).toBe(address);
  });

  it.each([
    "unknown",
    "_hidden",
    "203.0.113",
    "203.0.113.7:",
    "203.0.113.7:x",
    "[2001:db8::1",
    "2001:db8::1]:1",
    "1",
    "0x7f.1",
    "a".repeat(9000),
    "<script>",
  ])("is not known where what the proxy saw is no address: %.20s", (written) => {
    expect(callerAddress("10.0.0.2", `1.1.1.1, ${written}`, 1)).toBe("");
  });
});

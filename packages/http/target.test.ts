import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isCanonical, readTarget } from "./target";

describe("a request target", () => {
  const hosts = ["pay.example.com", "localhost:3000"];

  it.each([
    ["/v1/environment", "/v1/environment", ""],
    ["/v1/events?limit=1&a=?", "/v1/events", "limit=1&a=?"],
    ["/docs/search?q=../..//%00", "/docs/search", "q=../..//%00"],
    ["http://pay.example.com/v1/events?limit=1", "/v1/events", "limit=1"],
    ["HTTPS://Pay.Example.com", "/", ""],
    ["http://pay.example.com?a=1", "/", "a=1"],
    ["http://localhost:3000/x/../v1", "/x/../v1", ""],
  ])("%s is read", (target, path, query) => {
    expect(readTarget(target, hosts)).toEqual({ path, query });
  });

  it.each([
    "http://evil.example/v1/environment",
    "http://pay.example.com.evil.example/v1",
    "http://pay.example.com:81/v1",
    "http://pay.example.com@evil.example/v1",
    "//evil.example/v1",
    "ftp://pay.example.com/v1",
    "evil.example:443",
    "*",
    "",
    "v1/environment",
  ])("%s is nothing of ours", (target) => {
    expect(isCanonical(readTarget(target, hosts).path)).toBe(false);
  });
});

describe("a canonical path", () => {
  it.each([
    "/",
    "/v1/provider-checkouts/chk_01/confirm",
    "/v1/",
    "/docs/..hidden",
    "/p/a.b...c",
    "/p/50%25",
    "/p/%E2%80%93",
    "/.well-known/x",
    "/p/%2541",
  ])("%s is one", (path) => {
    expect(isCanonical(path)).toBe(true);
  });

  it.each([
    "/x/../v1/environment",
    "/./v1",
    "/v1/..",
    "/v1/.",
    "/%2e/v1",
    "/%2E%2e/v1",
    "/.%2e/v1",
    "/%252e%252e/v1",
    "/x%2f..%2fv1",
    "/..;/v1",
    "/x/..;a=b/v1",
    "/_next/../v1",
    "/x\\..\\v1",
    "/x%5cv1",
    "//v1/environment",
    "/v1//environment",
    "/v1/%2fenvironment",
    "/v1/%00",
    "/v1/\0",
    "/v1/%2500",
    "/p/%",
    "/p/%zz",
    "/p/%ff",
  ])("%s is not", (path) => {
    expect(isCanonical(path)).toBe(false);
  });

  it("is what any reader resolves to the very same path", () => {
    const piece = fc.constantFrom(
      ".",
      "..",
      "%2e",
      "%2E",
      "/",
      "//",
      "\\",
      "%5c",
      "%2f",
      ";",
      "%25",
      "v1",
      "x",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const path = `/${pieces.join("")}`;
        if (!isCanonical(path)) return;
        expect(new URL(path, "http://host").pathname).toBe(path);
        const decoded = decodeURIComponent(path);
        expect(new URL(decoded, "http://host").pathname.split("/")).not.toContain("..");
      }),
    );
  });
});

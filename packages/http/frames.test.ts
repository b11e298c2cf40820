import { describe, expect, it } from "vitest";
import { frameAncestorsOf, messageOriginOf, type Neighbours, returnUrlOf } from "./frames";

const PRODUCTION: Neighbours = {
  allowedOrigins: ["https://enrol.example.edu", "https://apply.example.edu:8443"],
  returnUrls: ["https://enrol.example.edu/done"],
  baseUrl: "https://checkout.example.com",
  isSandbox: false,
};
const SANDBOX = { ...PRODUCTION, isSandbox: true };

describe("frame-ancestors", () => {
  it("are the page itself and the registered origins", () => {
    expect(frameAncestorsOf(PRODUCTION)).toBe(
      "'self' https://enrol.example.edu https://apply.example.edu:8443",
    );
  });

  it("hold loopback in the sandbox", () => {
    expect(frameAncestorsOf({ allowedOrigins: [], isSandbox: true })).toBe(
      "'self' http://localhost:* http://127.0.0.1:*",
    );
  });

  it.each([
    "*",
    "https:",
    "https://enrol.example.edu/",
    "https://ENROL.example.edu",
    "https://a;script-src",
    "data:text/html",
    "https://*.example.edu",
  ])("never hold %s, which is no origin", (origin) => {
    expect(frameAncestorsOf({ allowedOrigins: [origin], isSandbox: false })).toBe("'self'");
  });
});

describe("the origin that messages go to", () => {
  it("is the one asked for, where it is registered or our own", () => {
    expect(messageOriginOf("https://enrol.example.edu", PRODUCTION)).toBe("https://enrol.example.edu");
    expect(messageOriginOf("https://checkout.example.com", PRODUCTION)).toBe("https://checkout.example.com");
  });

  it.each(["https://evil.example", "*", "null", "", "https://enrol.example.edu/", "http://localhost:4000"])(
    "is never %j, which is not registered",
    (asked) => {
      expect(messageOriginOf(asked, PRODUCTION)).toBeNull();
    },
  );

  it("may be loopback in the sandbox", () => {
    expect(messageOriginOf("http://localhost:4000", SANDBOX)).toBe("http://localhost:4000");
    expect(messageOriginOf("http://localhost.evil.example", SANDBOX)).toBeNull();
  });

  it("is the registered one by default, where there is exactly one", () => {
    expect(messageOriginOf(null, { ...PRODUCTION, allowedOrigins: ["https://enrol.example.edu"] })).toBe(
      "https://enrol.example.edu",
    );
    expect(messageOriginOf(null, PRODUCTION)).toBeNull();
    expect(messageOriginOf(null, { ...SANDBOX, allowedOrigins: [] })).toBeNull();
  });
});

describe("the address to return to", () => {
  it("is a registered page, whatever its query", () => {
    expect(returnUrlOf("https://enrol.example.edu/done?order=7", PRODUCTION)).toBe(
      "https://enrol.example.edu/done?order=7",
    );
  });

  it.each([
    "https://enrol.example.edu/done/more",
    "https://enrol.example.edu/",
    "https://evil.example/done",
    "https://me:secret@enrol.example.edu/done",
    "javascript:alert(1)",
    "/done",
    "http://localhost:4000/done",
  ])("is never %s", (asked) => {
    expect(returnUrlOf(asked, PRODUCTION)).toBeNull();
  });

  it("may be our own, and in the sandbox this computer's", () => {
    expect(returnUrlOf("https://checkout.example.com/e/1", PRODUCTION)).toBe(
      "https://checkout.example.com/e/1",
    );
    expect(returnUrlOf("http://127.0.0.1:4000/back", SANDBOX)).toBe("http://127.0.0.1:4000/back");
    expect(returnUrlOf(null, SANDBOX)).toBeNull();
  });
});

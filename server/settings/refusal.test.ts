import { describe, expect, it } from "vitest";
import { faultsOf, type Given, SANDBOX } from "../../e2e/support/settings";
import { StartRefused } from "./refusal";

const namesIn = (faults: readonly string[]) => faults.map((fault) => fault.split(":")[0]).sort();

describe("a refusal", () => {
  it("tells every malformed setting at once, by name, and no value", () => {
    const values = {
      ENVIRONMENT: "the-environment",
      BASE_URL: "the-address",
      APP_KEYS: "the-keys",
      JOBS_SECRET: "the-secret",
      GATEWAY_URL: "ftp://gateway.example.edu",
      TICK_SECONDS: "the-seconds",
    };
    const faults = faultsOf(values);
    expect(namesIn(faults)).toEqual([...Object.keys(values), "DATABASE_URL"].sort());
    expect(faults.join("\n")).not.toMatch(/the-(environment|address|keys|secret|seconds)|ftp:/);
  });

  it("tells every setting at once that is too weak for production, by name, and no value", () => {
    const values = {
      ENVIRONMENT: "production",
      DATABASE_URL: "postgres://service:the-password@db.internal/checkout",
      BASE_URL: "http://the-host.example.edu",
      APP_KEYS: SANDBOX.APP_KEYS,
      JOBS_SECRET: "the-secret-that-is-too-short",
      WEBHOOK_ALLOW_LOOPBACK: "on",
      MAIL_KEEP: "on",
    };
    const { ENVIRONMENT: _, ...weak } = values;
    const faults = faultsOf(values);
    const missing = ["GATEWAY_URL", "GATEWAY_SECRET", "GATEWAY_PUBLISHABLE_KEY"];
    expect(namesIn(faults)).toEqual([...Object.keys(weak), ...missing].sort());
    expect(faults.join("\n")).not.toMatch(/the-(password|host|secret)|AAAA/);
  });

  it("names what is missing, and takes an empty setting for a missing one", () => {
    expect(faultsOf({ DATABASE_URL: "", APP_KEYS: "" })).toEqual([
      "DATABASE_URL: is missing: set it to the PostgreSQL database, for example postgres://user:secret@host/name.",
      "APP_KEYS: is missing: make keys with `npm run secrets`, and keep them in two places.",
    ]);
  });

  it.each<[Given, RegExp]>([
    [{ TICK_SECONDS: "soon" }, /^TICK_SECONDS: .*expected number/],
    [{ TICK_SECONDS: "61" }, /^TICK_SECONDS: .*<=60/],
    [{ DATABASE_POOL_SIZE: "1.5" }, /^DATABASE_POOL_SIZE: .*expected int/],
    [{ DRAIN_MS: "-1" }, /^DRAIN_MS: .*>=0/],
    [{ JOBS_SECRET: "x" }, /^JOBS_SECRET: .*>=16 characters/],
    [
      { GATEWAY_PUBLISHABLE_KEY: "pk_live_x" },
      /^GATEWAY_PUBLISHABLE_KEY: must be pk_test_ or pk_live_ with 8/,
    ],
    [{ LOG_LEVEL: "loud" }, /^LOG_LEVEL: .*"debug"\|"info"\|"warn"\|"error"\|"silent"/],
    [{ BASE_URL: "pay.example.edu" }, /^BASE_URL: must be an address that begins with http/],
    [{ APP_KEYS: "x" }, /^APP_KEYS: must be a list of version:base64 keys of 32 bytes/],
    [{ STRIPE_API_BASE: "https://api.stripe.com" }, /^STRIPE_API_BASE: must be an http:\/\/ address on this/],
    [{ STRIPE_API_BASE: "http://127.0.0.1.example" }, /^STRIPE_API_BASE: must be an http:\/\/ address on/],
    [
      { PINCH_API_BASE: "https://api.getpinch.com.au" },
      /^PINCH_API_BASE: must be an http:\/\/ address on this/,
    ],
    [{ PINCH_AUTH_BASE: "http://10.0.0.1" }, /^PINCH_AUTH_BASE: must be an http:\/\/ address on this/],
    [{ MAIL_FROM: "x" }, /^MAIL_FROM: must be an email address/],
  ])("says of each value what to write instead: %j", (wrong, fault) => {
    expect(faultsOf({ ...SANDBOX, ...wrong })).toEqual([expect.stringMatching(fault)]);
  });

  it("is a block with each fault as an item, and no stack", () => {
    const faults = ["BASE_URL: is missing.", "APP_KEYS: is not long enough."];
    const { message, stack, exitCode } = new StartRefused(faults);
    expect(stack).toBe(message);
    expect(exitCode).toBe(78);
    expect(message).toContain("\n\n  - BASE_URL: is missing.\n  - APP_KEYS: is not long enough.\n\n");
  });
});

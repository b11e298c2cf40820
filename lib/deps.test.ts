import { describe, expect, it } from "vitest";
import { RendererBusy } from "./agreement/renderer";
import { createDeps, isUnavailable } from "./deps";
import type { Env } from "./env";
import { GatewayNotReached, GatewayOutcomeUnknown } from "./gateway/port";

const URL = "https://gateway.test";
const [LIVE, TEST] = ["pk_live_providerCheckout", "pk_test_providerCheckout"];

describe("ENVIRONMENT and the gateway's mode", () => {
  it.each([
    ["a live key in the sandbox", "sandbox", LIVE, URL],
    ["a live key in the sandbox, without a gateway for it", "sandbox", LIVE, undefined],
    ["a test key in production", "production", TEST, URL],
    ["the sandbox gateway in production", "production", LIVE, undefined],
  ] as const)("must agree: %s does not start", (_, environment, key, url) => {
    const settings = { ENVIRONMENT: environment, GATEWAY_PUBLISHABLE_KEY: key, GATEWAY_URL: url } as Env;
    const start = () =>
      createDeps({ ...settings, DATABASE_URL: "postgres://nowhere.test/none", LOG_LEVEL: "silent" });
    expect(start).toThrow(
      new RegExp(`^ENVIRONMENT=${environment} needs .*pk_(test|live)_ GATEWAY_PUBLISHABLE_KEY`),
    );
  });
});

describe("WEBHOOK_ALLOW_LOOPBACK", () => {
  it("does not start in production", () => {
    const settings = {
      ENVIRONMENT: "production",
      GATEWAY_PUBLISHABLE_KEY: LIVE,
      GATEWAY_URL: URL,
      WEBHOOK_ALLOW_LOOPBACK: "on",
      DATABASE_URL: "postgres://nowhere.test/none",
      LOG_LEVEL: "silent",
    } as Env;
    expect(() => createDeps(settings)).toThrow(/^WEBHOOK_ALLOW_LOOPBACK=on is for the sandbox/);
  });
});

describe("what is unavailable for a moment", () => {
  it("is a gateway that was not reached and a renderer that is busy, and no other fault", () => {
    expect(isUnavailable(new GatewayNotReached("refused"))).toBe(true);
    expect(isUnavailable(new RendererBusy("too many"))).toBe(true);
    expect(isUnavailable(new GatewayOutcomeUnknown("lost"))).toBe(false);
    expect(isUnavailable(new Error("broken"))).toBe(false);
  });
});

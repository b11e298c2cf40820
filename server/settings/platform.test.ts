import { describe, expect, it } from "vitest";
import { type Given, inSandbox } from "../../e2e/support/settings";

/** As the platform sets them, whoever deploys. */
const VERCEL = {
  VERCEL: "1",
  VERCEL_ENV: "preview",
  VERCEL_URL: "checkout-3fa8-team.vercel.app",
  VERCEL_BRANCH_URL: "checkout-git-main-team.vercel.app",
  VERCEL_PROJECT_PRODUCTION_URL: "pay.example.edu",
  CRON_SECRET: "what-the-cron-of-the-platform-sends",
};
const onVercel = (settings: Given = {}) => inSandbox({ ...VERCEL, ...settings });

describe("elsewhere", () => {
  it.each([
    {},
    { VERCEL: "0" },
    { VERCEL: "" },
    { CRON_SECRET: "x" },
    { VERCEL_URL: "x.vercel.app" },
    { VERCEL: "1", VERCEL_ENV: "development", CRON_SECRET: "x" },
  ])("%j changes nothing", (given) => {
    const settings = inSandbox(given as Given);
    expect(settings).toMatchObject({
      platform: null,
      TICK_SECONDS: 5,
      TRUSTED_PROXY_HOPS: 0,
      DATABASE_POOL_SIZE: 10,
      BASE_URL: "http://localhost:3000",
    });
    expect([settings.RATE_LIMIT_STORE, settings.JOBS_SECRET]).toEqual([undefined, undefined]);
  });
});

describe("on Vercel", () => {
  it("everything is right by itself", () => {
    expect(onVercel()).toMatchObject({
      platform: "vercel",
      TICK_SECONDS: 0,
      TRUSTED_PROXY_HOPS: 1,
      RATE_LIMIT_STORE: "postgres",
      DATABASE_POOL_SIZE: 2,
      JOBS_SECRET: VERCEL.CRON_SECRET,
    });
  });

  it.each<[string, Given, string]>([
    ["production's, whatever the deployment's", { VERCEL_ENV: "production" }, "https://pay.example.edu"],
    ["the branch's for a preview", {}, "https://checkout-git-main-team.vercel.app"],
    [
      "a preview's own, where it has no branch",
      { VERCEL_BRANCH_URL: "" },
      "https://checkout-3fa8-team.vercel.app",
    ],
    [
      "none on a developer's machine",
      { VERCEL_ENV: "development", VERCEL_URL: undefined, VERCEL_BRANCH_URL: undefined },
      "http://localhost:3000",
    ],
    ["the operator's, where one is set", { BASE_URL: "https://own.example.edu/" }, "https://own.example.edu"],
  ])("BASE_URL is %s", (_, given, expected) => {
    expect(onVercel(given).BASE_URL).toBe(expected);
  });

  it("whatever is set goes before", () => {
    const set = {
      TICK_SECONDS: "3",
      TRUSTED_PROXY_HOPS: "0",
      RATE_LIMIT_STORE: "memory",
      DATABASE_POOL_SIZE: "7",
      JOBS_SECRET: "another-secret-of-the-operators",
    };
    expect(onVercel(set)).toMatchObject({
      ...set,
      TICK_SECONDS: 3,
      TRUSTED_PROXY_HOPS: 0,
      DATABASE_POOL_SIZE: 7,
    });
  });

  it("what the platform says is held to the same rules", () => {
    expect(() => onVercel({ CRON_SECRET: "short" })).toThrow(/^ {2}- CRON_SECRET: /m);
  });
});

import { describe, expect, it } from "vitest";
import type { ApiResponse } from "../../packages/http/types";
import { planBody } from "../support/bodies";
import { depsHere } from "../support/here";
import { makeKey, makeProvider } from "../support/provider";
import { sharedSettings } from "../support/shared";
import { left, limitedHere } from "./here";

const LIST = "/v1/provider-checkouts";
const outcome = ({ status, body }: ApiResponse) => [status, JSON.parse(String(body)).code];
const REFUSED = [429, "rate_limited"];

describe("the limit on a key", () => {
  it("admits a burst of what the bucket holds, then answers 429 with the time to wait", async () => {
    const { ask, admitted } = limitedHere();
    const { key } = await makeProvider();
    const list = () => ask("GET", LIST, { key });
    expect(await admitted(20, list)).toBe(20);
    const refusal = await list();
    expect(outcome(refusal)).toEqual(REFUSED);
    expect(JSON.parse(String(refusal.body)).retryable).toBe(true);
    expect(refusal.headers).toMatchObject({ "retry-after": "1", ratelimit: '"key";r=0;t=1' });
  });

  it("says in each answer what the policy is and what is left of it", async () => {
    const { ask } = limitedHere();
    const { key } = await makeProvider();
    const first = await ask("GET", LIST, { key });
    expect(first.headers["ratelimit-policy"]).toBe('"key";q=20;w=20');
    expect(first.headers.ratelimit).toBe('"key";r=19;t=1');
    const missing = await ask("GET", "/v1/provider-checkouts/chk_none", { key });
    expect([missing.status, left(missing)]).toEqual([404, 18]);
    const environment = await ask("GET", "/v1/environment", { key });
    expect([environment.status, left(environment)]).toEqual([200, 17]);
  });

  it("is each key's own, another key of the same provider's too", async () => {
    const { ask, admitted } = limitedHere();
    const provider = await makeProvider();
    const other = await makeKey(provider.id);
    await admitted(21, () => ask("GET", LIST, { key: provider.key }));
    expect(left(await ask("GET", LIST, { key: other }))).toBe(19);
  });

  it("comes after method, key and scope, and before all that is in the body", async () => {
    const { ask, admitted } = limitedHere();
    const provider = await makeProvider();
    const { key } = provider;
    const reader = await makeKey(provider.id, { scopes: ["checkouts:read"] });
    for (const one of [key, reader]) await admitted(20, () => ask("GET", LIST, { key: one }));
    expect(outcome(await ask("PUT", LIST, { key }))).toEqual([405, "method_not_allowed"]);
    expect(outcome(await ask("GET", "/v1/nothing", { key }))).toEqual([404, "not_found"]);
    expect(outcome(await ask("GET", LIST, { key: "pc_test_x" }))).toEqual([401, "invalid_api_key"]);
    const body = JSON.stringify(planBody(provider));
    expect(outcome(await ask("POST", LIST, { key: reader, body }))).toEqual([403, "insufficient_scope"]);
    const stranger = JSON.stringify(planBody(await makeProvider()));
    for (const given of [
      { body: "{}", type: "text/plain" },
      { body: "{" },
      { body: `{"a":"${"x".repeat(70_000)}"}` },
      { body: "{}" },
      { body: stranger },
    ])
      expect(outcome(await ask("POST", LIST, { key, ...given }))).toEqual(REFUSED);
  });
});

describe("the settings", () => {
  const limitsBy = (settings: Record<string, string>) => {
    const { RATE_LIMIT_PER_SECOND: _, ...usual } = sharedSettings();
    return depsHere({ ...usual, ...settings }).limits;
  };

  it.each([
    ["25 a second and four seconds' worth at once in a sandbox", {}, '"key";q=100;w=4'],
    ["four times a rate at once", { RATE_LIMIT_PER_SECOND: "50" }, '"key";q=200;w=4'],
    ["a burst as it is set", { RATE_LIMIT_PER_SECOND: "1", RATE_LIMIT_BURST: "20" }, '"key";q=20;w=20'],
  ])("are %s, with %j", async (_, settings, policy) => {
    const { headers } = await limitsBy(settings)!.key.ask("key_a");
    expect(headers["RateLimit-Policy"]).toBe(policy);
  });

  it("limit nobody with 0", () => {
    expect(limitsBy({ RATE_LIMIT_PER_SECOND: "0" })).toBeNull();
  });
});

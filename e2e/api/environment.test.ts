import { describe, expect, it } from "vitest";
import { api, expectProblem } from "../support/api";
import { longAgo } from "../support/moments";
import { makeKey, makeProvider } from "../support/provider";
import { raw } from "../support/raw";
import { strangers } from "../support/scenes";
import { DOORS } from "../support/stack";

const origin = { Origin: "https://portal.example.com" };
const preflight = {
  ...origin,
  "Access-Control-Request-Method": "GET",
  "Access-Control-Request-Headers": "authorization",
};
const corsOf = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith("access-control"));
const exposedBy = (headers: Headers) =>
  headers.get("access-control-expose-headers")?.toLowerCase().split(", ");

describe.each(DOORS)("GET /v1/environment, through the %s entry point", (door) => {
  it("answers without a key, and the same with one", async () => {
    const { key } = await makeProvider();
    const without = await api(door).get("/v1/environment");
    const withKey = await api(door, key).get("/v1/environment");
    expect([without.status, withKey.status]).toEqual([200, 200]);
    expect(withKey.body).toEqual(without.body);
  });

  it("refuses a wrong key of every kind, as everywhere", async () => {
    const provider = await makeProvider();
    const ask = (key: string) => api(door, key).get("/v1/environment");
    expectProblem(await ask("x"), 401, "invalid_api_key");
    const past = longAgo();
    expectProblem(await ask(await makeKey(provider.id, { revokedAt: past })), 401, "invalid_api_key");
    expectProblem(await ask(await makeKey(provider.id, { expiresAt: past })), 401, "api_key_expired");
    const live = await makeKey(provider.id, { environment: "production" });
    expectProblem(await ask(live), 401, "api_key_wrong_environment");
    const basic = await api(door).get("/v1/environment", { headers: { Authorization: "Basic eDp5" } });
    expectProblem(basic, 401, "authentication_required");
  });

  it("is open to browsers of any origin: pre-flight, answer and refusal", async () => {
    const options = await api(door).call("OPTIONS", "/v1/environment", { headers: preflight });
    expect(options.status).toBe(204);
    expect(options.headers.get("access-control-allow-origin")).toBe("*");
    expect(options.headers.get("access-control-allow-methods")).toContain("GET");
    expect(options.headers.get("access-control-allow-headers")).toMatch(/authorization/i);
    for (const [method, key] of [
      ["GET", null],
      ["GET", "x"],
      ["DELETE", null],
    ] as const) {
      const answer = await api(door, key).call(method, "/v1/environment", { headers: origin });
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      for (const name of ["request-id", "ratelimit", "retry-after"])
        expect(exposedBy(answer.headers)).toContain(name);
      expect(answer.headers.has("access-control-allow-credentials")).toBe(false);
    }
  });

  it("a pre-flight needs no key, and a wrong one does not matter to it", async () => {
    for (const key of [undefined, "x"])
      expect((await raw(door, "OPTIONS", "/v1/environment", { key })).status).toBe(204);
  });

  it("CORS is open there, and not where data is", async () => {
    const { key } = await makeProvider();
    const { checkout_id } = strangers();
    for (const path of [
      "/v1/provider-checkouts",
      `/v1/provider-checkouts/${checkout_id}`,
      `/v1/provider-checkouts/${checkout_id}/confirm`,
      `/v1/provider-checkouts/${checkout_id}/agreement`,
      "/v1/provider-checkouts/confirm",
      "/v1/sandbox/charges",
      "/api/provider-checkout",
      "/v1/nothing",
    ])
      for (const [method, headers] of [
        ["OPTIONS", preflight],
        ["GET", origin],
      ] as const) {
        const answer = await api(door, key).call(method, path, { headers });
        if (method === "OPTIONS") expect(answer.status).toBeGreaterThanOrEqual(404);
        expect([path, corsOf(answer.headers)]).toEqual([path, []]);
      }
  });
});

import { describe, expect, it } from "vitest";
import { api } from "../support/api";
import { makeProvider } from "../support/provider";
import { strangers } from "../support/scenes";

const origin = { Origin: "https://portal.example.com" };
const preflight = {
  ...origin,
  "Access-Control-Request-Method": "GET",
  "Access-Control-Request-Headers": "authorization",
};
const corsOf = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith("access-control"));
const exposedBy = (headers: Headers) =>
  headers.get("access-control-expose-headers")?.toLowerCase().split(", ");

describe("GET /v1/environment", () => {
  it("returns the same resource without a key and with one", async () => {
    const { key } = await makeProvider();
    for (const one of [null, key])
      expect((await api("server", one).get("/v1/environment")).body).toEqual({
        environment: "sandbox",
        gateway_mode: "test",
        gateway_publishable_key: expect.stringMatching(/^pk_test_/),
        capture_script_url: expect.stringMatching(/^http.*\/capture\/v1\.js$/),
        card_fields: "own",
        ready_for_api_calls: true,
      });
  });

  it("is open to browsers of any origin: pre-flight, answer and refusal", async () => {
    const options = await api("server").call("OPTIONS", "/v1/environment", { headers: preflight });
    expect(options.status).toBe(204);
    expect(options.headers.get("access-control-allow-origin")).toBe("*");
    expect(options.headers.get("access-control-allow-methods")).toContain("GET");
    expect(options.headers.get("access-control-allow-headers")).toMatch(/authorization/i);
    for (const [method, key] of [
      ["GET", null],
      ["GET", "x"],
      ["DELETE", null],
    ] as const) {
      const answer = await api("server", key).call(method, "/v1/environment", { headers: origin });
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      for (const name of ["request-id", "ratelimit", "retry-after"])
        expect(exposedBy(answer.headers)).toContain(name);
      expect(answer.headers.has("access-control-allow-credentials")).toBe(false);
    }
  });

  it("CORS is open there, and not where data is", async () => {
    const { key } = await makeProvider();
    const { checkout_id } = strangers();
    for (const path of [
      ..."/v1/provider-checkouts /v1/provider-checkouts/confirm /v1/sandbox/charges".split(" "),
      ...["", "/confirm", "/agreement"].map((verb) => `/v1/provider-checkouts/${checkout_id}${verb}`),
      ...["/api/provider-checkout", "/v1/nothing"],
    ])
      for (const [method, headers] of [
        ["OPTIONS", preflight],
        ["GET", origin],
      ] as const) {
        const answer = await api("server", key).call(method, path, { headers });
        if (method === "OPTIONS") expect(answer.status).toBeGreaterThanOrEqual(404);
        expect([path, corsOf(answer.headers)]).toEqual([path, []]);
      }
  });
});

import { describe, expect, it } from "vitest";
import { api, expectProblem } from "../../support/api";
import { confirmBody, planBody } from "../../support/bodies";
import { makeKey, makeProvider } from "../../support/provider";
import { authorisedPlan } from "../../support/scenes";
import { DOORS } from "../../support/stack";

describe.each(DOORS)("specification, Authentication, through the %s entry point", (door) => {
  async function setting() {
    const provider = await makeProvider();
    return { provider, client: api(door, provider.key) };
  }

  it("1. requests carry Authorization: Bearer; the scheme's case does not matter, another scheme does", async () => {
    const { provider, client } = await setting();
    const call = (authorization: string) =>
      client.get("/v1/provider-checkouts", { key: null, headers: { Authorization: authorization } });
    for (const scheme of ["Bearer", "bearer", "BEARER"])
      expect((await call(`${scheme} ${provider.key}`)).status).toBe(200);
    for (const other of [provider.key, `Basic ${provider.key}`, `Token ${provider.key}`, "Bearer", "Bearer "])
      expectProblem(await call(other), 401, "authentication_required");
    expectProblem(await client.as(null).get("/v1/provider-checkouts"), 401, "authentication_required");
  });

  it("2. requests with a body carry Content-Type: application/json", async () => {
    const { provider, client } = await setting();
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/json+x", ""]) {
      const answer = await client.create(planBody(provider), { headers: { "Content-Type": type } });
      expectProblem(answer, 415, "unsupported_media_type");
    }
  });

  it("3. the key is bound to a provider code, which the body must match, exactly", async () => {
    const { provider, client } = await setting();
    const { id, answer } = await authorisedPlan(client, provider);
    for (const provider_code of [`${provider.code}x`, provider.code.toUpperCase(), "harbour-college"]) {
      const body = { provider: { provider_code } };
      expectProblem(await client.create(planBody(provider, body)), 403, "provider_code_mismatch");
      expectProblem(await client.confirm(id, confirmBody(answer.body, body)), 403, "provider_code_mismatch");
    }
  });

  it("4. the gateway publishable key is public, and is no API key", async () => {
    const { body } = await api(door).get("/v1/environment");
    const answer = await api(door, body.gateway_publishable_key).get("/v1/provider-checkouts");
    expectProblem(answer, 401, "invalid_api_key");
  });

  it("5. a provider may have several keys; each works alone, with the scopes it was issued with", async () => {
    const { provider, client } = await setting();
    const second = client.as(await makeKey(provider.id, { scopes: ["checkouts:read"] }));
    expect((await client.create(planBody(provider))).status).toBe(201);
    expect((await second.get("/v1/provider-checkouts")).body.data).toHaveLength(1);
    expectProblem(await second.create(planBody(provider)), 403, "insufficient_scope");
  });

  it("6. GET /v1/environment needs no key, takes one, and refuses a wrong one", async () => {
    const { provider } = await setting();
    const ask = (key: string | null) => api(door, key).get("/v1/environment");
    expect((await ask(null)).status).toBe(200);
    expect((await ask(provider.key)).status).toBe(200);
    expectProblem(await ask(`${provider.key.slice(0, -1)}_`), 401, "invalid_api_key");
  });
});

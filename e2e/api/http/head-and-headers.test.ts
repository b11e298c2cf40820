import { describe, expect, it } from "vitest";
import type { Answer } from "../../support/answer";
import { api, expectProblem, newCaller } from "../../support/api";
import { confirmedPlan, payNow, strangers } from "../../support/scenes";
import { DOORS } from "../../support/stack";

const PERSONAL = ["request-id", "date", "content-length", "transfer-encoding", "connection", "keep-alive"];
const lasting = ({ headers }: Answer) => [...headers].filter(([name]) => !PERSONAL.includes(name));

describe.each(DOORS)("HEAD and headers, through the %s entry point", (door) => {
  it("HEAD mirrors GET: status and headers, without the body, wherever there is a GET", async () => {
    const { provider, client } = await newCaller(door);
    const { id } = await confirmedPlan(client, provider);
    const paths = [
      "/v1/environment",
      "/v1/provider-checkouts",
      "/v1/provider-checkouts?limit=0",
      `/v1/provider-checkouts/${id}`,
      `/v1/provider-checkouts/${id}/agreement`,
      `/v1/provider-checkouts/${strangers().checkout_id}`,
      "/v1/sandbox/charges",
      "/openapi.json",
      "/v1/nothing",
    ];
    for (const path of paths)
      for (const key of [provider.key, null]) {
        const get = await client.get(path, { key });
        const head = await client.call("HEAD", path, { key });
        expect([path, head.status]).toEqual([path, get.status]);
        expect(lasting(head)).toEqual(lasting(get));
        expect(head.bytes).toHaveLength(0);
        if (door === "server") expect(head.headers.get("content-length")).toBe(String(get.bytes.length));
      }
  });

  it("HEAD of what has not changed is GET's 304, which has no length", async () => {
    const { provider, client } = await newCaller(door);
    const { id } = await payNow(client, provider);
    const path = `/v1/provider-checkouts/${id}`;
    const headers = { "If-None-Match": (await client.get(path)).headers.get("etag")! };
    for (const method of ["GET", "HEAD"]) {
      const answer = await client.call(method, path, { headers });
      expect([method, answer.status]).toEqual([method, 304]);
      expect([method, answer.headers.has("content-length")]).toEqual([method, false]);
    }
  });

  it("each answer has a Request-Id of its own, and none that the caller sends", async () => {
    const ask = () => api(door).get("/v1/environment", { headers: { "Request-Id": "req_mine" } });
    const ids = [await ask(), await ask()].map(({ headers }) => headers.get("request-id"));
    expect(new Set([...ids, "req_mine"]).size).toBe(3);
  });

  it("the published document may be cached", async () => {
    const { headers } = await api(door).get("/openapi.json");
    expect(headers.get("cache-control")).toMatch(/max-age=\d+/);
    expect(headers.get("request-id")).toMatch(/^req_/);
  });

  it("instance is the path that was asked for, without its query", async () => {
    const answer = await api(door).get("/v1/nothing%20here?x=1");
    expectProblem(answer, 404, "not_found");
    expect(answer.body.instance).toBe("/v1/nothing%20here");
  });
});

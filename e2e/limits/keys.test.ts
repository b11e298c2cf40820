import { beforeAll, describe, expect, it } from "vitest";
import { Api, expectProblem } from "../support/api";
import { planBody } from "../support/bodies";
import { makeKey, makeProvider } from "../support/provider";
import { DOORS } from "../support/stack";
import { left, limitedServer, refusalOf, tally, untilRefused } from "./servers";

const LIST = "/v1/provider-checkouts";
const exhausting = (client: Api) => () => untilRefused(() => client.get(LIST), 10);
const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work));

describe.each(DOORS)("the limit on a key, through the %s door", (door) => {
  let url: string;
  beforeAll(async () => {
    ({ url } = await limitedServer(door, { RATE_LIMIT_PER_SECOND: "1", RATE_LIMIT_BURST: "20" }));
  });
  const withKey = async () => new Api(url, (await makeProvider()).key);

  it("admits a burst of what the bucket holds, then answers 429 with the time to wait", async () => {
    const client = await withKey();
    const { admitted, seconds } = await untilRefused(() => client.get(LIST), 40);
    expect(admitted).toBeGreaterThanOrEqual(20);
    expect(admitted).toBeLessThanOrEqual(20 + Math.ceil(seconds));
    const refusal = await refusalOf(exhausting(client), () => client.get(LIST));
    expectProblem(refusal, 429, "rate_limited");
    expect(refusal.body.retryable).toBe(true);
    expect(refusal.headers.get("retry-after")).toBe("1");
    expect(refusal.headers.get("ratelimit")).toBe('"key";r=0;t=1');
  });

  it("admits again after the time that it told", async () => {
    const client = await withKey();
    await exhausting(client)();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect((await client.get(LIST)).status).toBe(200);
  });

  it("says in each answer what the policy is and what is left of it", async () => {
    const client = await withKey();
    const first = await client.get(LIST);
    expect(first.headers.get("ratelimit-policy")).toBe('"key";q=20;w=20');
    expect(first.headers.get("ratelimit")).toBe('"key";r=19;t=1');
    const missing = await client.get("/v1/provider-checkouts/chk_none");
    expect([missing.status, left(missing)]).toEqual([404, 18]);
    const environment = await client.get("/v1/environment");
    expect([environment.status, left(environment)]).toEqual([200, 17]);
  });

  it("is each key's own, another key of the same provider's too", async () => {
    const provider = await makeProvider();
    const [one, other] = [new Api(url, provider.key), new Api(url, await makeKey(provider.id))];
    await exhausting(one)();
    expect(left(await other.get(LIST))).toBe(19);
  });

  it("comes after method, key and scope, and before all that is in the body", async () => {
    const provider = await makeProvider();
    const client = new Api(url, provider.key);
    const reader = client.as(await makeKey(provider.id, { scopes: ["checkouts:read"] }));
    const raw = (text: string, type: string) =>
      client.post(LIST, undefined, { raw: text, headers: { "Content-Type": type } });
    await exhausting(client)();
    await exhausting(reader)();
    expectProblem(await client.call("PUT", LIST), 405, "method_not_allowed");
    expectProblem(await client.get("/v1/nothing"), 404, "not_found");
    expectProblem(await client.as("pc_test_x").get(LIST), 401, "invalid_api_key");
    expectProblem(await reader.create(planBody(provider)), 403, "insufficient_scope");
    const stranger = planBody(await makeProvider());
    for (const send of [
      () => raw("{}", "text/plain"),
      () => raw("{", "application/json"),
      () => raw(`{"a":"${"x".repeat(70_000)}"}`, "application/json"),
      () => client.create({}),
      () => client.create(stranger),
    ])
      expectProblem(await refusalOf(exhausting(client), send), 429, "rate_limited");
  });
});

describe("the settings", () => {
  const policyOf = async (settings: Record<string, string>) => {
    const { url } = await limitedServer("server", settings);
    return (await new Api(url, (await makeProvider()).key).get(LIST)).headers.get("ratelimit-policy");
  };

  it("are 25 a second and four seconds' worth at once in a sandbox that sets nothing", async () => {
    expect(await policyOf({})).toBe('"key";q=100;w=4');
  });

  it("take four times a rate that is set alone", async () => {
    expect(await policyOf({ RATE_LIMIT_PER_SECOND: "50" })).toBe('"key";q=200;w=4');
  });

  it("limit nobody with 0, and say nothing of limits", async () => {
    const { url } = await limitedServer("server", { RATE_LIMIT_PER_SECOND: "0" });
    const client = new Api(url, (await makeProvider()).key);
    const answers = await times(120, () => client.get(LIST));
    const strangers = await times(700, () => fetch(`${url}/v1/nothing`));
    expect(tally(answers)).toEqual({ 200: 120 });
    expect(tally(strangers)).toEqual({ 404: 700 });
    expect(answers[0]!.headers.get("ratelimit")).toBeNull();
  });
});

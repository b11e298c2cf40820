import { beforeAll, describe, expect, it } from "vitest";
import { makeApiKey } from "../../lib/crypto/api-key";
import { newId } from "../../lib/domain/ids";
import { Api, expectProblem } from "../support/api";
import { makeKey, makeProvider } from "../support/provider";
import { left, limitedServer, refusalOf, tally, untilRefused } from "./servers";

const LIST = "/v1/provider-checkouts";

/** Answers to so many requests, a hundred at once. */
async function flood(count: number, send: () => Promise<Response>) {
  const answers: Response[] = [];
  while (answers.length < count) answers.push(...(await Promise.all(Array.from({ length: 100 }, send))));
  return answers;
}

/** A request of which the answer is read to its end, so that the connection is free again. */
async function send(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, init);
  // Read to its end, so that the connection is free; the answer can still be read.
  await answer.clone().arrayBuffer();
  return answer;
}

const addresses = (function* () {
  for (let i = 1; ; i++) yield `203.0.113.${i}`;
})();

const somewhere = () => addresses.next().value!;

/** Behind a proxy that we run each caller has the address that it forwarded. */
describe("callers without a key", () => {
  let url: string;
  beforeAll(async () => {
    ({ url } = await limitedServer("server", { TRUSTED_PROXY_HOPS: "1" }));
  });
  const from = (address: string, more: Record<string, string> = {}) => ({
    headers: { "X-Forwarded-For": address, ...more },
  });

  const exhausting = (address: string) => () => untilRefused(() => send(url + LIST, from(address)), 100);

  it("have 600 requests at once for each address, and 10 a second", async () => {
    const address = somewhere();
    const { admitted, seconds } = await exhausting(address)();
    expect(admitted).toBeGreaterThanOrEqual(600);
    expect(admitted).toBeLessThanOrEqual(600 + Math.ceil(seconds * 10));
    const elsewhere = await new Api(url).get(LIST, from(somewhere()));
    expect([elsewhere.status, left(elsewhere)]).toEqual([401, 599]);
    expect(elsewhere.headers.get("ratelimit-policy")).toBe('"address";q=600;w=60');
  });

  it("are refused in the envelope then, whatever they ask for", async () => {
    const [address, client] = [somewhere(), new Api(url)];
    for (const [method, path] of [
      ["GET", LIST],
      ["GET", "/v1/environment"],
      ["GET", "/v1/nothing"],
      ["PUT", LIST],
      ["GET", "/openapi.json"],
      ["POST", "/api/jobs/drain"],
    ] as const) {
      const answer = await refusalOf(exhausting(address), () => client.call(method, path, from(address)));
      expectProblem(answer, 429, "rate_limited");
      expect(answer.headers.get("retry-after")).toBe("1");
      expect(answer.headers.get("ratelimit")).toBe('"address";r=0;t=1');
    }
  });

  it("who guess keys are stopped before the database is asked", async () => {
    const address = somewhere();
    const guess = () => {
      const { key } = makeApiKey("sandbox", newId("key"));
      return send(url + LIST, from(address, { Authorization: `Bearer ${key}` }));
    };
    const { admitted, seconds } = await untilRefused(guess, 100);
    expect(admitted).toBeLessThanOrEqual(600 + Math.ceil(seconds * 10));
    const since = performance.now();
    const { 401: looked = 0 } = tally(await flood(300, guess));
    expect(looked).toBeLessThanOrEqual(((performance.now() - since) / 1000) * 10 + 100);
  });

  it("do not shut out the keys of their network, and are not counted for them", async () => {
    const address = somewhere();
    const client = new Api(url, (await makeProvider()).key);
    const call = () => client.get(LIST, from(address));
    expect((await call()).status).toBe(200);
    expect(left(await new Api(url).get(LIST, from(address)))).toBe(599);
    for (let i = 0; i < 10; i++) {
      await exhausting(address)();
      expect((await call()).status).toBe(200);
    }
  });

  it("include keys that worked and were revoked", async () => {
    const address = somewhere();
    const provider = await makeProvider();
    const key = await makeKey(provider.id, { expiresAt: new Date(Date.now() + 1_500) });
    const client = new Api(url, key);
    expect((await client.get(LIST, from(address))).status).toBe(200);
    await expect
      .poll(async () => (await client.get(LIST, from(address))).status, { timeout: 5_000 })
      .toBe(401);
    const counted = left(await new Api(url).get(LIST, from(address)));
    expect(counted).toBeLessThan(599);
  });
});

describe("forms of pages", () => {
  it("count for their address too; looking at pages does not", async () => {
    const { url } = await limitedServer("server", { TRUSTED_PROXY_HOPS: "1" });
    const forwarded = { "X-Forwarded-For": somewhere() };
    const look = () => send(`${url}/nothing`, { headers: forwarded });
    const post = () =>
      send(`${url}/nothing`, { method: "POST", body: "a=1", headers: { Origin: url, ...forwarded } });
    const exhaust = () => untilRefused(() => send(url + LIST, { headers: forwarded }), 100);
    await post();
    await look();
    const counted = await send(url + LIST, { headers: forwarded });
    expect(counted.headers.get("ratelimit")).toMatch(/r=59[89];/);
    const refusal = await refusalOf(exhaust, post);
    expect([refusal.status, refusal.headers.get("retry-after")]).toEqual([429, "1"]);
    expect(refusal.headers.get("content-type"), "so that a form's script can say why").toBe("text/plain");
    expect(await refusal.text()).toMatch(/^Too many forms/);
    await exhaust();
    expect((await look()).status).toBe(404);
  });

  it("are counted by the connection where no proxy is trusted", async () => {
    const { url } = await limitedServer("server");
    const post = () => send(`${url}/nothing`, { method: "POST", body: "a=1", headers: { Origin: url } });
    const exhaust = () => untilRefused(() => send(url + LIST, {}), 100);
    expect((await refusalOf(exhaust, post)).status).toBe(429);
  });
});

describe("the door of Next, which tells no address", () => {
  it("counts by the address that a trusted proxy forwards", async () => {
    const { url } = await limitedServer("next", { TRUSTED_PROXY_HOPS: "1" });
    const address = somewhere();
    const ask = (path: string) => send(url + path, { headers: { "X-Forwarded-For": address } });
    const remaining: (string | null)[] = [];
    for (const path of [LIST, "/v1/nothing", "/openapi.json", "/v1/environment"])
      remaining.push((await ask(path)).headers.get("ratelimit"));
    expect(remaining[0]).toBe('"address";r=599;t=1');
    // Others are free again by then, but never all.
    for (const one of remaining) expect(one).toMatch(/^"address";r=59\d;t=1$/);
  });

  it("without one limits keys alone", async () => {
    const { url } = await limitedServer("next");
    const answer = await send(url + LIST, {});
    expect([answer.status, answer.headers.get("ratelimit")]).toEqual([401, null]);
    const { key } = await makeProvider();
    expect(left(await new Api(url, key).get(LIST))).toBe(99);
  });
});

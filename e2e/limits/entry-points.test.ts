import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseApiKey } from "../../lib/crypto/api-key";
import { Api, expectProblem } from "../support/api";
import { until } from "../support/poll";
import { database, makeProvider } from "../support/provider";
import { DOORS, type Door } from "../support/stack";
import { countingTogether } from "./servers";

const LIST = "/v1/provider-checkouts";
const POLICY = { key: '"key";q=30;w=30', address: '"address";q=600;w=60' };
const RATE = { RATE_LIMIT_PER_SECOND: "1", RATE_LIMIT_BURST: "30" };
const from = (address: string) => ({ headers: { "X-Forwarded-For": address } });

/** Of a key, as the limits call its bucket. */
const bucketOf = (key: string) => `key:${parseApiKey(key)!.id}`;

/** Nothing comes back for most of an hour: however slow the machine is, the next request is refused. */
const emptyIn = (databaseUrl: string, name: string) =>
  database(databaseUrl).execute(
    sql`insert into rate_bucket (key, full_at) values (${name}, now() + interval '50 minutes')
        on conflict (key) do update set full_at = excluded.full_at`,
  );

/** What a limit refused. A server counts for itself where its database has no time, and so it is asked until then. */
const refusalOf = <T extends { status: number }>(send: () => Promise<T>) =>
  until("a limit refuses", async () => {
    const answer = await send();
    return answer.status === 429 && answer;
  });

describe("servers with one count, behind a proxy", () => {
  let servers: Awaited<ReturnType<typeof countingTogether>>;
  beforeAll(async () => {
    servers = await countingTogether(DOORS, { ...RATE, TRUSTED_PROXY_HOPS: "1" });
  });
  afterAll(() => servers.stop());

  const db = () => database(servers.databaseUrl);
  const provider = () => makeProvider({}, db());
  const empty = (name: string) => emptyIn(servers.databaseUrl, name);
  const bucket = async (name: string) =>
    (await db().execute(sql`select 1 from rate_bucket where key = ${name}`)).length === 1;

  describe.each(DOORS)("through the %s entry point", (door: Door) => {
    const at = () => servers.urls[door];

    it("what a key has sent is counted where each server looks, and told", async () => {
      const { key } = await provider();
      const answer = await new Api(at(), key).get(LIST, from("203.0.113.1"));
      expect([answer.status, answer.headers.get("ratelimit-policy")]).toEqual([200, POLICY.key]);
      await until("it is counted", async () => {
        await new Api(at(), key).get(LIST, from("203.0.113.1"));
        return bucket(bucketOf(key));
      });
    });

    it("a key whose bucket is empty is refused, and another of the same address is not", async () => {
      const [one, other] = [await provider(), await provider()];
      await empty(bucketOf(one.key));
      const refused = await refusalOf(() => new Api(at(), one.key).get(LIST, from("203.0.113.2")));
      expectProblem(refused, 429, "rate_limited");
      expect(refused.headers.get("ratelimit")).toMatch(/^"key";r=0;t=\d+$/);
      expect((await new Api(at(), other.key).get(LIST, from("203.0.113.2"))).status).toBe(200);
    });

    it("callers without a key are counted by the address that the proxy forwards", async () => {
      const address = `203.0.113.${door === "server" ? 10 : 20}`;
      await empty(`address:${address}`);
      const refused = await refusalOf(() => new Api(at()).get(LIST, from(address)));
      expectProblem(refused, 429, "rate_limited");
      expect(refused.headers.get("ratelimit-policy")).toBe(POLICY.address);
      expect((await new Api(at()).get(LIST, from("203.0.113.30"))).status).toBe(401);
    });

    it("a form is refused in words then, and looking at pages is not", async () => {
      const address = `203.0.113.${door === "server" ? 11 : 21}`;
      const forwarded = { "X-Forwarded-For": address };
      const post = () =>
        fetch(`${at()}/p/nothing`, { method: "POST", body: "a=1", headers: { Origin: at(), ...forwarded } });
      const look = () => fetch(`${at()}/p/nothing`, { headers: forwarded });
      expect((await post()).status).not.toBe(429);
      await empty(`address:${address}`);
      const refusal = await refusalOf(post);
      expect(refusal.headers.get("retry-after")).toMatch(/^\d+$/);
      expect(await refusal.text()).toContain("Too many forms");
      const byScript = await fetch(`${at()}/p/nothing`, {
        method: "POST",
        body: "a=1",
        headers: { Origin: at(), "Next-Action": "0".repeat(42), ...forwarded },
      });
      expect(byScript.headers.get("content-type"), "so that a form's script can say why").toBe("text/plain");
      expect(await byScript.text()).toMatch(/^Too many forms/);
      expect((await look()).status).toBe(404);
    });

    it("who looks at too many pages is told to wait, and calls the API all the same", async () => {
      const address = `203.0.113.${door === "server" ? 12 : 22}`;
      const look = () =>
        fetch(`${at()}/docs`, { headers: { Accept: "text/html", "X-Forwarded-For": address } });
      expect((await look()).status).toBe(200);
      await empty(`page:${address}`);
      const refusal = await refusalOf(look);
      expect(refusal.headers.get("retry-after")).toMatch(/^\d+$/);
      expect(await refusal.text()).toContain("<h1>One moment</h1>");
      expect((await new Api(at()).get("/v1/environment", from(address))).status).toBe(200);
    });
  });
});

describe.each(DOORS)("a server without a proxy, through the %s entry point", (door) => {
  let servers: Awaited<ReturnType<typeof countingTogether>>;
  let url: string;
  beforeAll(async () => {
    servers = await countingTogether([door], RATE);
    url = servers.urls[door];
  });
  afterAll(() => servers.stop());

  it("counts keys, and strangers by the connection", async () => {
    const { key } = await makeProvider({}, database(servers.databaseUrl));
    expect((await new Api(url, key).get(LIST)).headers.get("ratelimit-policy")).toBe(POLICY.key);
    // Anybody may write that header.
    const stranger = await new Api(url).get(LIST, from("203.0.113.40"));
    expect(stranger.status).toBe(401);
    expect(stranger.headers.get("ratelimit-policy")).toBe(POLICY.address);
  });

  it("refuses forms by the connection", async () => {
    const post = () =>
      fetch(`${url}/api/dd-setup?session=none`, {
        method: "POST",
        body: "a=1",
        headers: { Origin: url, "X-Forwarded-For": "203.0.113.41" },
      });
    expect((await post()).status).not.toBe(429);
    await emptyIn(servers.databaseUrl, "address:127.0.0.1");
    expect(await (await refusalOf(post)).text()).toContain("Too many forms");
  });
});

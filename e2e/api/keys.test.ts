import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { apiKey } from "../../drizzle/schema";
import { makeApiKey } from "../../lib/crypto/api-key";
import type { Id } from "../../lib/domain/ids";
import { api, expectProblem } from "../support/api";
import { farAhead, longAgo } from "../support/moments";
import { database, makeProvider } from "../support/provider";

const LIST = "/v1/provider-checkouts";
const rowOf = async (key: string) => {
  const [row] = await database()
    .select()
    .from(apiKey)
    .where(eq(apiKey.id, `key_${key.split("_")[2]}` as Id<"key">));
  return row!;
};
it("a key is prefix, id, secret and checksum; only its hash and last four characters are stored", async () => {
  const { key } = await makeProvider();
  expect(key).toMatch(/^pc_test_[0-9a-z]{26}_[0-9A-Za-z]{33,}$/);
  const row = await rowOf(key);
  expect(Buffer.from(row.secretSha256)).toEqual(createHash("sha256").update(key).digest());
  expect(row.lastFour).toBe(key.slice(-4));
  expect(JSON.stringify(row)).not.toContain(key.slice(-39));
});

it("the scheme's case does not matter, and the gateway's publishable key is no API key", async () => {
  const { key } = await makeProvider();
  const call = (Authorization: string) => api("server").get(LIST, { headers: { Authorization } });
  for (const scheme of ["Bearer", "bearer", "BEARER"])
    expect((await call(`${scheme} ${key}`)).status).toBe(200);
  const { body } = await api("server").get("/v1/environment");
  expectProblem(await call(`Bearer ${body.gateway_publishable_key}`), 401, "invalid_api_key");
});

it("last_used_at is noted to the minute, and only for a key that was right", async () => {
  const provider = await makeProvider();
  const wrong = makeApiKey("sandbox", `key_${provider.key.split("_")[2]}` as Id<"key">).key;
  expectProblem(await api("server", wrong).get(LIST), 401, "invalid_api_key");
  expect((await rowOf(provider.key)).lastUsedAt).toBeNull();
  const other = await makeProvider();
  await api("server", other.key).get(LIST);
  const { lastUsedAt } = await rowOf(other.key);
  expect(lastUsedAt).not.toBeNull();
  expect(lastUsedAt!.getTime()).toBeGreaterThan(longAgo().getTime());
  expect(lastUsedAt!.getTime()).toBeLessThan(farAhead().getTime());
  await api("server", other.key).get(LIST);
  expect((await rowOf(other.key)).lastUsedAt).toEqual(lastUsedAt);
});

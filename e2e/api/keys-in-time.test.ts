import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { apiKey } from "../../drizzle/schema";
import type { Id } from "../../lib/domain/ids";
import { type Issued, issueKey, type Rotated, revokeKey, rotateKey } from "../../lib/provider/keys";
import type { Answer } from "../support/answer";
import { api, expectProblem } from "../support/api";
import { longAgo } from "../support/moments";
import { until } from "../support/poll";
import { database, makeProvider } from "../support/provider";

const SANDBOX = { environment: "sandbox", label: "test" } as const;

async function rotate(providerId: Id<"prv">, { key }: Issued, overlapMs?: number): Promise<Rotated> {
  const done = await rotateKey(database(), providerId, key.id, { environment: "sandbox", overlapMs });
  if (!done || "refused" in done) throw new Error("The key was not rotated");
  return done;
}

describe.concurrent("a key over time", () => {
  const ask = ({ apiKey: text }: Issued) => api("server", text).get("/v1/provider-checkouts");
  // A server remembers a key for three seconds: key-cache.test.ts counts them by a clock of its own.
  const untilRefused = (key: Issued): Promise<Answer> =>
    until("The key is refused", async () => {
      const answer = await ask(key);
      return answer.status !== 200 && answer;
    });

  it("one that is revoked, or rotated without an overlap, is refused by a server that knew it", async () => {
    const { id } = await makeProvider();
    const [revoked, rotated] = [
      await issueKey(database(), id, SANDBOX),
      await issueKey(database(), id, SANDBOX),
    ];
    expect([(await ask(revoked)).status, (await ask(rotated)).status]).toEqual([200, 200]);
    await revokeKey(database(), id, revoked.key.id);
    const fresh = await rotate(id, rotated, 0);
    expectProblem(await untilRefused(revoked), 401, "invalid_api_key");
    expectProblem(await untilRefused(rotated), 401, "api_key_expired");
    expect((await ask(fresh)).status).toBe(200);
  });

  it("one that is rotated works beside the new one until the overlap ends", async () => {
    const { id } = await makeProvider();
    const old = await issueKey(database(), id, SANDBOX);
    const fresh = await rotate(id, old);
    expect([(await ask(old)).status, (await ask(fresh)).status]).toEqual([200, 200]);
    await database().update(apiKey).set({ expiresAt: longAgo() }).where(eq(apiKey.id, old.key.id));
    expectProblem(await untilRefused(old), 401, "api_key_expired");
    expect((await ask(fresh)).status).toBe(200);
  });

  it("last_used_at moves once a minute at the most", async () => {
    const { id } = await makeProvider();
    const useAfter = async (seconds: number) => {
      const issued = await issueKey(database(), id, SANDBOX);
      const isKey = eq(apiKey.id, issued.key.id);
      const before = new Date(Date.now() - seconds * 1000);
      await database().update(apiKey).set({ lastUsedAt: before }).where(isKey);
      expect((await ask(issued)).status).toBe(200);
      const [row] = await database().select().from(apiKey).where(isKey);
      return row!.lastUsedAt!.getTime() > before.getTime();
    };
    // An hour more or less, should the clock be set in between.
    expect([await useAfter(-2 * 3_600), await useAfter(2 * 3_600)]).toEqual([false, true]);
  });
});

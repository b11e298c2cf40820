import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { dda } from "../../drizzle/schema";
import { admitSubmission, SUBMISSIONS_AN_HOUR } from "../../lib/db/setup";
import type { Id } from "../../lib/domain/ids";
import { atOnce } from "../portal/student";
import { api } from "../support/api";
import { open } from "../support/html-form";
import { database, makeProvider } from "../support/provider";
import { startedPlan } from "../support/scenes";
import { ACCOUNT, continueWith, setupUrl, stored } from "../support/setup-page";
import { DOORS } from "../support/stack";

async function planOf() {
  const provider = await makeProvider();
  const scene = await startedPlan(api("server", provider.key), provider);
  return {
    provider,
    scene,
    id: scene.answer.body.direct_debit && ((await stored(scene)).dda.id as Id<"dda">),
  };
}

describe("bank details of one session", () => {
  it("pass five times in any hour", async () => {
    const { provider, id } = await planOf();
    const start = Date.now();
    const at = (minutes: number) =>
      admitSubmission(database(), provider.id, id, new Date(start + minutes * 60_000));
    for (let i = 0; i < SUBMISSIONS_AN_HOUR; i++) expect(await at(i)).toBe(true);
    expect(await at(59)).toBe(false);
    expect(await at(60.5)).toBe(true);
    expect(await at(60.6)).toBe(false);
  });

  it("are counted together, whichever process has them and however many come at once", async () => {
    const { provider, id } = await planOf();
    const admitted = await atOnce(20, () => admitSubmission(database(), provider.id, id, new Date()));
    expect(admitted.filter(Boolean)).toHaveLength(5);
  });

  it("are each session's own", async () => {
    const [one, other] = [await planOf(), await planOf()];
    await atOnce(9, () => admitSubmission(database(), one.provider.id, one.id, new Date()));
    expect(await admitSubmission(database(), other.provider.id, other.id, new Date())).toBe(true);
  });

  it("keep only the last hour, and the time of the very first", async () => {
    const { provider, scene, id } = await planOf();
    const first = new Date(Date.now() - 2 * 3_600_000);
    for (const minutes of [0, 10, 119]) {
      await admitSubmission(database(), provider.id, id, new Date(first.getTime() + minutes * 60_000));
    }
    const row = (await stored(scene)).dda;
    expect(row.submittedAt).toHaveLength(1);
    expect(row.setupStartedAt).toEqual(first);
  });
});

describe.each(DOORS)("the hosted page through the %s entry point", (door) => {
  it("takes an hour's five from either door, says so at the sixth and keeps what was typed", async () => {
    const { scene, id } = await planOf();
    for (let i = 0; i < 5; i++) {
      const through = DOORS[i % DOORS.length]!;
      const next = await continueWith(await open(setupUrl(through, scene)));
      expect(next.text).toContain("Authorise direct debit");
    }
    const sixth = await continueWith(await open(setupUrl(door, scene)));
    expect(sixth.text).toContain(ACCOUNT.accountName);
    expect(sixth.text).not.toContain("Authorise direct debit");
    expect(sixth.text).toMatch(/try again after \d{1,2}:\d\d\u00a0[ap]m \(Australia\/Sydney\), or contact/);
    await database()
      .update(dda)
      .set({
        submittedAt: sql`array(select at - interval '61 minutes' from unnest(${dda.submittedAt}) as at)`,
      })
      .where(eq(dda.id, id));
    const again = await continueWith(await open(setupUrl(door, scene)));
    expect(again.text).toContain("Authorise direct debit");
  });
});

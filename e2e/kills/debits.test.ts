import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { debit } from "../../drizzle/schema";
import { gatewayDebit } from "../../drizzle/schema/sandbox-gateway";
import { makeAccount } from "../support/accounts";
import { advance, signedPlan } from "../support/collection";
import type { Here } from "../support/here";
import { expectDeath, type Scene, setUp } from "./estate";

describe("kill -9 while a debit is handed over", () => {
  let scene: Scene;
  let survivor: Here;
  /** A role that may write the sandbox's processor too. */
  let settings: { DATABASE_URL: string };
  beforeAll(async () => {
    scene = await setUp();
    settings = { DATABASE_URL: scene.estate.databaseUrl };
    survivor = await scene.here(settings);
  });
  afterAll(async () => {
    await scene.estate.stop();
    await survivor.stop();
  });

  it.for([
    ["recorded, but not sent", "debit.recorded"],
    ["made, but not recorded", "debit.made"],
  ] as const)("%s: another process finds out, and it is made once", async ([, point]) => {
    const { db } = scene;
    const { provider, at } = await scene.caller();
    await makeAccount(survivor.deps, provider, ["unused-secret"]);
    const client = at(survivor);
    const { plan } = await signedPlan({ client, provider }, { count: 1, amount: 100 });
    const dying = await scene.doomed(point, settings);
    await expectDeath(dying, at(dying).post("/v1/sandbox/clock", { advance_days: 20 }));
    const ofProvider = eq(debit.providerId, provider.id);
    expect(await db.select().from(debit).where(ofProvider)).toMatchObject([{ status: "Sending" }]);
    await db.update(debit).set({ dueAt: sql`now()`, leaseUntil: null }).where(ofProvider);
    await advance(client, 10);
    expect(await plan()).toMatchObject({ status: "Completed", paid: 100 });
    const theirs = await db.select().from(gatewayDebit).where(eq(gatewayDebit.providerId, provider.id));
    expect(theirs).toMatchObject([{ amountCents: 10_000 }]);
  });
});

import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { chargeAttempt } from "../../drizzle/schema";
import { listAlerts } from "../../lib/db/alerts";
import type { Id } from "../../lib/domain/ids";
import { type JobDeps, tick } from "../../lib/jobs/tick";
import { payNowBody } from "../support/bodies";
import { attemptOf } from "../support/charges";
import { depsHere } from "../support/here";
import { hurried } from "../support/limits";
import { decidedBy, expectDeath, setUp } from "./estate";

/** What the contract promises: finished within this time of the crash, without a retry by the client. */
const RIGHT_WITHIN_SECONDS = 120;

/** Work that ends in the middle, as that of a process that is killed: the gateway is asked and nothing comes after. */
async function diesAsking(deps: JobDeps, now: Date): Promise<"died" | "done"> {
  let died = () => {};
  const death = new Promise<"died">((resolve) => {
    died = () => resolve("died");
  });
  const findCharge = () => {
    died();
    return new Promise<never>(() => {});
  };
  const round = tick({ ...deps, gateway: { ...deps.gateway, findCharge } }, now);
  return Promise.race([death, round.then(() => "done" as const)]);
}

describe("recovery with default settings, by the clock", () => {
  it.for([
    ["a server that is killed between charge and record", 0],
    ["one whose successor is killed too, while it looks", 1],
  ] as const)("%s: paid in time, and no alert", async ([, successors], { onTestFinished }) => {
    const scene = await setUp();
    const { estate, db } = scene;
    const gateway = await estate.gatewayHere();
    const { TICK_SECONDS: _, ...defaults } = hurried(estate.settings);
    const deps = depsHere(defaults);
    onTestFinished(async () => {
      await estate.stop();
      await gateway.close();
      await deps.close();
    });
    const { provider, at } = await scene.caller();
    const body = payNowBody(provider);
    const { TICK_SECONDS, GATEWAY_TIMEOUT_MS } = deps.settings;
    const dying = await estate.service({
      TICK_SECONDS: String(TICK_SECONDS),
      GATEWAY_TIMEOUT_MS: String(GATEWAY_TIMEOUT_MS),
      CRASH_AT: "create.charged",
    });
    await expectDeath(dying, at(dying).createOnce("key", body));
    await decidedBy(db, provider.id, 1);

    const attempt = async () => {
      const { id } = (await attemptOf(provider, body, db))!;
      const [row] = await db
        .select()
        .from(chargeAttempt)
        .where(eq(chargeAttempt.id, id as Id<"cat">));
      return row!;
    };
    const { createdAt } = await attempt();
    let seconds = 0;
    for (let killed = 0; (await attempt()).status === "started"; seconds += TICK_SECONDS) {
      expect(seconds).toBeLessThan(RIGHT_WITHIN_SECONDS);
      const now = new Date(createdAt.getTime() + seconds * 1_000);
      if (killed === successors) await tick(deps, now);
      else if ((await diesAsking(deps, now)) === "died") killed++;
    }
    const { status, recoveries } = await attempt();
    expect({ status, recoveries }).toEqual({ status: "succeeded", recoveries: successors + 1 });
    const over = await tick(deps, new Date(createdAt.getTime() + seconds * 1_000));
    expect(over).toMatchObject({ recovered: 0, remaining: 0 });
    expect(await listAlerts(db, { all: true })).toEqual([]);
    const charges = await deps.gateway.listCharges(new Date(0));
    expect(charges.map(({ status }) => status)).toEqual(["succeeded"]);
  });
});

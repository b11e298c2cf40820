import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { keyedRequest } from "../../drizzle/schema";
import { expectProblem } from "../support/api";
import { expectReplay } from "../support/charges";
import type { Here } from "../support/here";
import { ENDPOINTS, NOWHERE } from "../support/webhooks";
import { expectDeath, type Scene, setUp } from "./estate";

let scene: Scene;
let survivor: Here;
beforeAll(async () => {
  scene = await setUp();
  survivor = await scene.here();
});
afterAll(async () => {
  await scene.estate.stop();
  await survivor.stop();
});

it.each(["keyed.claimed", "keyed.done"] as const)(
  "kill -9 at %s: the request had no effect, and has one when it is sent again",
  async (point) => {
    const { at } = await scene.caller();
    const [dying, client] = [await scene.doomed(point), at(survivor)];
    const headers = { "Idempotency-Key": "key" };
    const ask = (api = client) => api.post(ENDPOINTS, { url: NOWHERE }, { headers });
    await expectDeath(dying, ask(at(dying)));
    expect((await client.get(ENDPOINTS)).body.data).toEqual([]);
    expectProblem(await ask(), 409, "idempotency_in_progress");
    // What 20 seconds bring about too.
    await scene.db.update(keyedRequest).set({ leaseUntil: sql`now()` }).where(sql`lease_until is not null`);
    const made = await ask();
    expect([made.status, made.headers.get("idempotent-replayed")]).toEqual([201, null]);
    expectReplay(await ask(), made);
    expect((await client.get(ENDPOINTS)).body.data).toHaveLength(1);
  },
);

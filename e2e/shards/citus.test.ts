import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { tick } from "../../lib/jobs/tick";
import { doEverything, type Everything, startEverything } from "../db/every-query";
import { checkoutIdOf, ok } from "../support/answer";
import { confirmBody, payNowBody, planBody } from "../support/bodies";
import { makeProvider } from "../support/provider";
import { makeDistributedDatabase } from "./citus";

const nodes = (process.env.CITUS_URLS ?? "").split(",").filter(Boolean);

/** `CITUS_URLS` has the superuser's URLs of a coordinator and then of its workers, with commas between them. */
describe.skipIf(nodes.length === 0)("Citus (skipped where CITUS_URLS names no coordinator)", () => {
  let place: Everything;
  beforeAll(async () => {
    place = await startEverything(await makeDistributedDatabase(nodes));
  });
  afterAll(() => place?.stop());

  it("takes both flows of two providers, their documents and their events", async () => {
    for (const provider of [await makeProvider({}, place.db), await makeProvider({}, place.db)]) {
      const client = place.client(provider.key);
      const paid = ok(await client.create(payNowBody(provider)), 201);
      expect(paid.body.checkout_status).toBe("Payment Processing");
      const plan = ok(await client.create(planBody(provider)), 201);
      const id = checkoutIdOf(plan);
      ok(await client.authorise(id));
      ok(await client.confirm(id, confirmBody(plan.body)));
      await tick(place.deps, new Date());
      expect(ok(await client.get(`/v1/provider-checkouts/${id}/agreement`)).text).toMatch(/^%PDF-/);
      const listed = ok(await client.get("/v1/provider-checkouts")).body.data;
      expect(listed.map((one: { checkout_status: string }) => one.checkout_status)).toEqual([
        "Confirmed",
        "Payment Processing",
      ]);
      const events = ok(await client.get("/v1/events")).body.data;
      expect(events.map((one: { type: string }) => one.type)).toContain("agreement.ready");
    }
  });

  it("takes every statement of requests, the portal, background work and commands but `check:integrity`", async () => {
    const log = vi.spyOn(place.deps.log, "error");
    await doEverything(place);
    expect(log.mock.calls.filter(([fields]) => "error" in fields)).toEqual([]);
  });
});

import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { listAlerts } from "../../lib/db/alerts";
import { doubtRecords } from "../../lib/db/incarnation";
import { reconcile } from "../../lib/jobs/reconcile";
import { chargedFor } from "../support/charges";
import { payNow } from "../support/scenes";
import { lostPayment, withCard } from "./lost";
import { jobsPlace, type Place } from "./place";

/** How often the gateways were asked for an order. */
function countAsking({ deps }: Place): () => number {
  let times = 0;
  const { gateway } = deps;
  const counting = {
    ...gateway,
    chargesOfOrder: (...order: Parameters<typeof gateway.chargesOfOrder>) => {
      times++;
      return gateway.chargesOfOrder(...order);
    },
  };
  deps.gateway = counting;
  return () => times;
}

describe("an ordinary first charge", () => {
  it("asks nobody; in a new life of the database it asks, until reconciliation has vouched", async (context) => {
    const place = await jobsPlace(context);
    const asked = countAsking(place);
    const pay = async () => {
      const before = asked();
      expect((await payNow(place.client, place.provider)).answer.status).toBe(201);
      return asked() - before;
    };
    expect(await pay()).toBe(1);
    await reconcile(place.deps, new Date());
    expect(await pay()).toBe(0);
    // The table is filled anew, as by a dump that is restored into the same database.
    await place.db.execute(sql`vacuum full charge_attempt`);
    expect(await pay()).toBe(1);
    await reconcile(place.deps, new Date());
    expect(await pay(), "a charge may be under way that began before").toBe(1);
    await place.db.execute(sql`update database_incarnation set first_seen_at = now() - interval '3 minutes'`);
    const { listCharges } = place.deps.gateway;
    place.deps.gateway.listCharges = () => Promise.reject(new Error("down"));
    await expect(reconcile(place.deps, new Date())).rejects.toThrow("down");
    expect(await pay(), "nothing was compared").toBe(1);
    place.deps.gateway.listCharges = listCharges;
    await reconcile(place.deps, new Date());
    expect(await pay()).toBe(0);
  });
});

it("rows that were put back without some are compared whole, however old a charge is that they lack", async (context) => {
  for (const doubt of ["an operator says so", "the table is another file"]) {
    const { place, body } = await lostPayment(context, "untold");
    const { db, deps, client } = place;
    await db.execute(sql`update sandbox_gateway.charge set created_at = now() - interval '9 days'`);
    await reconcile(deps, new Date());
    expect(await listAlerts(db, { all: false }), "older than what a run compares").toEqual([]);
    if (doubt === "an operator says so") await doubtRecords(db);
    else await db.execute(sql`vacuum full charge_attempt`);
    await reconcile(deps, new Date());
    expect(await listAlerts(db, { all: false }), doubt).toMatchObject([{ kind: "orphan_charge" }]);
    await db.execute(sql`update database_incarnation set first_seen_at = now() - interval '3 minutes'`);
    await reconcile(deps, new Date());
    expect((await client.create(withCard(body, "amex"))).status).toBe(201);
    expect(await chargedFor(client, body), doubt).toEqual([1500]);
  }
});

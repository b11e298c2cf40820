import { describe, expect, it } from "vitest";
import { newCaller } from "../support/api";
import { eventsOf, expectFresh } from "../support/charges";
import { authorisedPlan, startedPlan } from "../support/scenes";
import { DOORS } from "../support/stack";

describe.concurrent.each(DOORS)("the sandbox's simulations, through the %s entry point", (door) => {
  const setting = () => newCaller(door);

  it.each([startedPlan, authorisedPlan])("a plan expires at once: %o", async (make) => {
    const { provider, client } = await setting();
    const scene = await make(client, provider);
    const expired = await client.expire(scene.id);
    expect(expired.status).toBe(200);
    expect(expired.body).toMatchObject({
      checkout_status: "Expired",
      authorisation_status: "Cancelled",
      opportunity_stage: "Closed Lost",
      direct_debit: { status: "Expired" },
    });
    expect(Date.parse(expired.body.expires_at)).toBeLessThanOrEqual(Date.now());
    expect((await client.status(scene.id)).body).toMatchObject({ expires_at: expired.body.expires_at });
    const events = await eventsOf(scene.id);
    expect(events.at(-1)).toBe("checkout.expired");
    expect((await client.expire(scene.id)).body).toEqual(expired.body);
    expect(await eventsOf(scene.id)).toEqual(events);
    expectFresh(await client.create(scene.body), 201);
  });
});

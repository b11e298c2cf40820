import { describe, expect, it } from "vitest";
import { api } from "../../support/api";
import { confirmBody } from "../../support/bodies";
import { makeProvider } from "../../support/provider";
import { authorisedPlan, startedPlan } from "../../support/scenes";
import { DOORS } from "../../support/stack";

describe.each(DOORS)("ids, through the %s entry point", (door) => {
  it("every id in an answer is a TypeID with its own prefix", async () => {
    const provider = await makeProvider();
    const client = api(door, provider.key);
    const { id, answer } = await authorisedPlan(client, provider);
    const { body } = await client.confirm(id, confirmBody(answer.body));
    const typeId = (prefix: string) => new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`);
    expect(body.checkout.checkout_id).toMatch(typeId("chk"));
    expect(body.checkout.opportunity_id).toMatch(typeId("opp"));
    expect(body.checkout.dda_id).toMatch(typeId("dda"));
    expect(body.agreement.agreement_id).toMatch(typeId("agr"));
    const { body: status } = await client.status(id);
    for (const entry of status.timeline) {
      expect(entry.event_id).toMatch(typeId("evt"));
      if (entry.actor === "system") continue;
      expect(entry.request_id).toMatch(typeId("req"));
      expect(entry.actor.replace("api_key:", "")).toMatch(typeId("key"));
    }
  });

  it("newer ids sort after older ones", async () => {
    const provider = await makeProvider();
    const client = api(door, provider.key);
    const ids = [];
    for (let made = 0; made < 5; made++) ids.push((await startedPlan(client, provider)).id);
    expect([...ids].sort()).toEqual(ids);
  });
});

import { describe, expect, inject, it } from "vitest";
import { transition } from "../../lib/checkout/change";
import { createVault } from "../../lib/crypto/vault";
import { findCheckout } from "../../lib/db/checkouts";
import { applyChange } from "../../lib/db/writes";
import { api } from "../support/api";
import { cardToken, merge, payNowBody, planBody } from "../support/bodies";
import { database, lapse, makeProvider } from "../support/provider";

describe("writes that meet", () => {
  it("a charge being recorded and plans for the same order and person never end in a fault", async () => {
    const provider = await makeProvider();
    const client = api("server", provider.key);
    const rounds = Array.from({ length: 12 }, async () => {
      const paid = payNowBody(provider, { card_payment: { token: cardToken() } });
      const plan = merge(planBody(provider), { provider: paid.provider });
      const answers = await Promise.all([client.create(paid), client.create(plan), client.create(plan)]);
      return answers.map(({ status }) => status).sort();
    });
    for (const statuses of await Promise.all(rounds)) expect(statuses).toEqual([201, 409, 409]);
  });

  it("a checkout whose time runs out while a change is prepared is not changed", async () => {
    const provider = await makeProvider();
    const client = api("server", provider.key);
    const created = await client.create(planBody(provider));
    const id = created.body.checkout.checkout_id;
    const record = await findCheckout(database(), provider.id, id);
    const deps = {
      vault: createVault(inject("stack").appKeys),
      environment: "sandbox",
      baseUrl: "http://localhost",
    } as const;
    const by = { actor: { kind: "student" }, requestId: null, ipAddress: null, userAgent: null } as const;
    const { change } = transition(deps, record!, "cancel", by, new Date());
    await lapse(id);
    expect(await applyChange(database(), record!, change)).toBe(false);
    expect((await client.status(id)).body.checkout_status).toBe("Expired");
  });
});

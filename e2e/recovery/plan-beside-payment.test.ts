import { describe, expect, it } from "vitest";
import { listAlerts, resolveAlert } from "../../lib/db/alerts";
import { newId } from "../../lib/domain/ids";
import { reconcile } from "../../lib/jobs/reconcile";
import { lostPayment } from "../jobs/lost";
import { jobsPlace } from "../jobs/place";
import { expectProblem } from "../support/api";
import { confirmBody, planBody } from "../support/bodies";
import { checkoutIdOf } from "../support/charges";

describe("a plan for an order whose card payment the records have lost", () => {
  it("is never signed, whenever it began", async (context) => {
    const { place, body, key } = await lostPayment(context);
    const { client, db, provider } = place;
    const { provider_order_id } = body.provider;
    const plan = planBody(provider, { provider: { provider_order_id } });
    const begun = await client.createOnce("plan", plan);
    expect(begun.status, begun.text).toBe(201);
    const id = checkoutIdOf(begun);
    expect((await client.authorise(id)).status).toBe(200);
    expectProblem(await client.confirm(id, confirmBody(begun.body)), 503, "service_unavailable");
    expect((await client.status(id)).body.checkout_status).toBe("Awaiting Confirmation");
    expect(await listAlerts(db, { all: false })).toMatchObject([{ kind: "orphan_charge", reference: key }]);
  });

  it.for([
    ["cannot tell charges by their order", async (): Promise<null> => null],
    ["does not answer in time", () => new Promise<never>(() => {})],
  ] as const)(
    "is not signed while the alert of reconciliation is open, where the gateway %s",
    async ([, chargesOfOrder], context) => {
      const { place, body } = await lostPayment(context);
      const { client, db, deps, provider } = place;
      const { provider_order_id } = body.provider;
      const begun = await client.create(planBody(provider, { provider: { provider_order_id } }));
      const id = checkoutIdOf(begun);
      expect((await client.authorise(id)).status).toBe(200);
      await reconcile(deps, new Date());
      deps.gateway = { ...deps.gateway, chargesOfOrder };
      expectProblem(await client.confirm(id, confirmBody(begun.body)), 503, "service_unavailable");
      const [alert] = await listAlerts(db, { all: false });
      await resolveAlert(db, alert?.id ?? newId("alt"), "operator", deps.now());
      expect((await client.confirm(id, confirmBody(begun.body))).status).toBe(200);
    },
  );

  it("does not begin once reconciliation has found the payment, until an operator has accounted for it", async (context) => {
    const { place, body } = await lostPayment(context);
    const { client, db, deps, provider } = place;
    const { provider_order_id } = body.provider;
    const plan = planBody(provider, { provider: { provider_order_id } });
    await reconcile(deps, new Date());
    expectProblem(await client.createOnce("plan", plan), 503, "service_unavailable");
    const [alert] = await listAlerts(db, { all: false });
    await resolveAlert(db, alert?.id ?? newId("alt"), "operator", deps.now());
    expect((await client.createOnce("plan", plan)).status).toBe(201);
  });
});

it("a plan is signed while the gateway is away", async (context) => {
  const { client, deps, provider } = await jobsPlace(context);
  deps.gateway = { ...deps.gateway, chargesOfOrder: () => Promise.reject(new Error("down")) };
  const begun = await client.create(planBody(provider));
  const id = checkoutIdOf(begun);
  expect((await client.authorise(id)).status).toBe(200);
  expect((await client.confirm(id, confirmBody(begun.body))).status).toBe(200);
});

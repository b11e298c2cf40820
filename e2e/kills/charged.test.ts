import { expect, inject, it } from "vitest";
import { Api, api, expectProblem } from "../support/api";
import { cardToken, merge, payNowBody } from "../support/bodies";
import {
  attemptOf,
  chargedFor,
  checkoutIdOf,
  checkoutsFor,
  eventsOf,
  expectReplay,
  makeDue,
} from "../support/charges";
import { makeProvider } from "../support/provider";
import { DOORS, settingsOf, startServer } from "../support/stack";
import { expectDeath } from "./estate";

const PAID = {
  checkout_status: "Payment Processing",
  authorisation_status: "Paid Upfront",
  opportunity_stage: "Paid Upfront",
  card_payment: { success: true, status: "succeeded", amount_charged: 1500 },
};

it.for(DOORS)(
  "kill -9 between charge and record: paid, and the same key says so (%s door)",
  async (door, { onTestFinished }) => {
    const { databaseUrl, appKeys, jobsSecret } = inject("stack");
    const provider = await makeProvider();
    const body = payNowBody(provider);
    const service = await startServer(door, {
      ...settingsOf(databaseUrl, appKeys, jobsSecret),
      TICK_SECONDS: "0",
      CRASH_AT: "create.charged",
    });
    onTestFinished(() => service.stop("SIGKILL"));
    const client = api(door, provider.key);
    const dying = new Api(service.url, provider.key);
    await expectDeath(service, dying.createOnce("key", body));

    expect(await chargedFor(client, body)).toEqual([1500]);
    const duplicate = await client.create(merge(body, { card_payment: { token: cardToken("amex") } }));
    expectProblem(duplicate, 409, "duplicate_order");
    const id = checkoutIdOf(duplicate);
    await makeDue((await attemptOf(provider, body))!.id);
    expect((await client.settled(id)).body).toMatchObject(PAID);
    expect(await eventsOf(id)).toEqual(["checkout.created", "card_payment.succeeded"]);
    const said = await client.createOnce("key", body);
    expect(said.status).toBe(201);
    expect(said.headers.get("idempotent-replayed")).toBe("true");
    expect(said.body).toMatchObject({ checkout: { checkout_id: id }, ...PAID });
    expectReplay(await client.createOnce("key", body), said);
    expect(await chargedFor(client, body)).toEqual([1500]);
    expect(await checkoutsFor(client, body)).toHaveLength(1);
  },
);

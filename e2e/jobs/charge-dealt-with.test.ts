import { describe, expect, it } from "vitest";
import { declareNeverMade } from "../../lib/checkout/recover";
import { listAlerts, raiseAlert, resolveAlert } from "../../lib/db/alerts";
import { type Id, newId } from "../../lib/domain/ids";
import { reconcile } from "../../lib/jobs/reconcile";
import { tick } from "../../lib/jobs/tick";
import { verdictsOnCharges } from "../../tools/integrity/charges";
import { cardToken, orderId } from "../support/bodies";
import { attemptOf, chargedFor, giveBack, makeDue } from "../support/charges";
import { payNow } from "../support/scenes";
import { lostPayment, withCard } from "./lost";
import { jobsPlace, type Place } from "./place";

type Body = Awaited<ReturnType<typeof payNow>>["body"];

/** The old charge pays for nothing: the first create says so, the next charges anew. */
async function expectChargedAnew({ client }: Place, body: Body): Promise<void> {
  const refused = await client.create(withCard(body, "amex"));
  expect(refused.status, refused.text).toBe(503);
  // The student may have seen that charge.
  expect(refused.text).not.toMatch(/not been charged|nothing was charged/i);
  const paid = await client.create(withCard(body, "amex"));
  expect(paid.status, paid.text).toBe(201);
  expect(paid.body.card_payment.card.scheme).toBe("amex");
  expect(await chargedFor(client, body)).toEqual([1500, 1500]);
}

const violated = async ({ deps }: Place) =>
  (await verdictsOnCharges(deps))
    .filter(({ violations }) => violations > 0)
    .map(({ invariant }) => invariant);

it("a charge that was given back and resolved by an operator pays for nothing, and the order is charged anew", async (context) => {
  const { place, key, body } = await lostPayment(context);
  await reconcile(place.deps, new Date());
  const [alert] = await listAlerts(place.db, { all: false });
  await giveBack(place.db, key);
  await resolveAlert(place.db, alert!.id, "operator", new Date());
  await expectChargedAnew(place, body);
  expect(await violated(place)).toEqual([]);
});

it("so does one that was given back before anybody compared, or while its alert is open: that is over then", async (context) => {
  for (const isFound of [false, true]) {
    const { place, key, body } = await lostPayment(context);
    if (isFound) await reconcile(place.deps, new Date());
    await giveBack(place.db, key);
    await expectChargedAnew(place, body);
    await reconcile(place.deps, new Date());
    expect(await listAlerts(place.db, { all: false })).toEqual([]);
    expect(await violated(place)).toEqual([]);
  }
});

it("a charge of unknown outcome that was given back meanwhile frees its order", async (context) => {
  const place = await jobsPlace(context);
  const { id, body } = await payNow(place.client, place.provider, "answer_lost");
  const { id: key } = (await attemptOf(place.provider, body, place.db))!;
  await giveBack(place.db, key);
  await makeDue(key, place.db);
  expect(await tick(place.deps, new Date())).toMatchObject({ recovered: 1 });
  expect((await place.client.status(id)).body.checkout_status).toBe("Payment Failed");
  const paid = await place.client.create(withCard(body, "amex"));
  expect(paid.status, paid.text).toBe(201);
});

describe("an operator's word that a charge was never made", () => {
  const unknownCharge = async (place: Place) => {
    const { body } = await payNow(place.client, place.provider, "answer_lost");
    const { id: key, checkoutId } = (await attemptOf(place.provider, body, place.db))!;
    await makeDue(key, place.db);
    const order = { providerId: place.provider.id, providerOrderId: body.provider.provider_order_id };
    return { key, checkoutId, order };
  };
  const expectUnpaid = async ({ deps, client }: Place, key: Id<"cat">, checkoutId: string) => {
    expect(await declareNeverMade(deps, key)).toBe("closed");
    expect((await client.status(checkoutId)).body.checkout_status).toBe("Payment Failed");
  };

  it("never makes paid what was given back, whatever else the order was charged", async (context) => {
    const place = await jobsPlace(context);
    const { key, checkoutId, order } = await unknownCharge(place);
    await giveBack(place.db, key);
    await place.gateway.charge({ ...order, key: newId("cat"), amountCents: 4_200, token: cardToken() });
    await expectUnpaid(place, key, checkoutId);
  });

  it("nor what an operator has dealt with", async (context) => {
    for (const hasOther of [false, true]) {
      const place = await jobsPlace(context);
      const { key, checkoutId, order } = await unknownCharge(place);
      if (hasOther)
        await place.gateway.charge({ ...order, key: newId("cat"), amountCents: 4_200, token: cardToken() });
      const finding = { kind: "orphan_charge", reference: key, details: {} } as const;
      const alert = await raiseAlert(place.db, finding, new Date());
      await resolveAlert(place.db, alert!, "operator", new Date());
      await expectUnpaid(place, key, checkoutId);
    }
  });
});

it("of an order's charges more than one that stands is a violation, whichever was given back", async (context) => {
  for (const given of [[], [0], [1], [0, 1], [0, 2]]) {
    const place = await jobsPlace(context);
    const order = { providerId: place.provider.id, providerOrderId: orderId() };
    const keys = [newId("cat"), newId("cat"), newId("cat")];
    for (const key of keys)
      await place.gateway.charge({ ...order, key, amountCents: 150_000, token: cardToken() });
    for (const one of given) await giveBack(place.db, keys[one] ?? "");
    const verdicts = await verdictsOnCharges(place.deps);
    const [once] = verdicts.filter(({ invariant }) => invariant === "order_is_charged_once");
    expect(once?.violations, `given back: ${given}`).toBe(2 - given.length);
  }
});

import { expect, it } from "vitest";
import { listAlerts, resolveAlert } from "../../lib/db/alerts";
import { reconcile } from "../../lib/jobs/reconcile";
import { cardToken, merge } from "../support/bodies";
import { chargedFor } from "../support/charges";
import { lostPayment } from "./lost";

it("a charge that was given back and resolved by an operator pays for nothing, and the order is charged anew", async (context) => {
  const { place, key, body } = await lostPayment(context);
  const { client, deps, db } = place;
  await reconcile(deps, new Date());
  const [alert] = await listAlerts(db, { all: false });
  await deps.gateway.refund("refund", { chargeKey: key, amountCents: 150_000 });
  await resolveAlert(db, alert!.id, "operator", new Date());
  const again = () => client.create(merge(body, { card_payment: { token: cardToken("amex") } }));
  expect((await again()).status).toBe(503);
  const paid = await again();
  expect(paid.status, paid.text).toBe(201);
  expect(paid.body.card_payment.card.scheme).toBe("amex");
  expect(await chargedFor(client, body)).toEqual([1500, 1500]);
});

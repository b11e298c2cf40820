import { raiseAlert } from "../db/alerts";
import type { CheckoutRecord } from "../db/checkout-records";
import type { CheckoutDeps } from "./context";

/** No card can be charged until the gateway accepts this server's credentials again. */
export async function alertRefused({
  db,
  log,
  gateway,
  now,
}: Pick<CheckoutDeps, "db" | "log" | "gateway" | "now">) {
  const finding = {
    kind: "gateway_refused_us",
    reference: gateway.id,
    details: { gateway: gateway.id },
  } as const;
  const id = await raiseAlert(db, finding, now());
  if (id)
    log.error({ alertId: id, ...finding }, "The card gateway refuses our credentials: check GATEWAY_SECRET");
}

/** Only a person can find out now what became of the charge. */
export async function alertUnknown(
  deps: Pick<CheckoutDeps, "db" | "log">,
  { checkout, attempt }: CheckoutRecord,
  reason: string,
  now: Date,
): Promise<void> {
  if (!attempt) return;
  const { id: reference, gateway, amountCents } = attempt;
  const details = {
    reason,
    gateway,
    provider_id: checkout.providerId,
    provider_order_id: checkout.providerOrderId,
    checkout_id: checkout.id,
    recorded_cents: amountCents,
  };
  const id = await raiseAlert(deps.db, { kind: "outcome_unknown", reference, details }, now);
  if (id)
    deps.log.error(
      { alertId: id, kind: "outcome_unknown", reference, reason },
      "Nobody can tell yet what became of a charge: see `npm run jobs -- alerts`",
    );
}

/** The gateway has taken money for an order, and no checkout is paid by it. */
export async function alertOrphan(
  deps: Pick<CheckoutDeps, "db" | "log">,
  checkout: CheckoutRecord["checkout"],
  { key: reference, amountCents, gateway }: { key: string; amountCents: number; gateway: string },
  now: Date,
): Promise<void> {
  const details = {
    provider_id: checkout.providerId,
    provider_order_id: checkout.providerOrderId,
    charged_cents: amountCents,
    checkout_id: checkout.id,
    recorded_cents: checkout.financedCents,
    gateway,
  };
  const id = await raiseAlert(deps.db, { kind: "orphan_charge", reference, details }, now);
  if (id)
    deps.log.error(
      { alertId: id, kind: "orphan_charge", reference },
      "An order has a charge that the records do not have: see `npm run jobs -- alerts`",
    );
}

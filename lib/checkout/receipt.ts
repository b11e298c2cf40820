import { RendererBusy } from "../agreement/renderer";
import type { StoredRecord } from "../db/checkout-records";
import { schemeName } from "../domain/card-scheme";
import { isReleased } from "../domain/states";
import type { CardScheme } from "../domain/test-cards";
import type { CheckoutDeps } from "./context";

/** The receipt of a card payment as a PDF; null where nothing was paid by card, `busy` where there was no time for it. D-248 */
export async function getReceipt(
  deps: CheckoutDeps,
  record: StoredRecord,
): Promise<Uint8Array | "busy" | null> {
  const { checkout, provider, attempt } = record;
  if (attempt?.status !== "succeeded" || isReleased(checkout.checkoutStatus)) return null;
  const { cardScheme, cardLastFour } = attempt;
  const rendered = deps.agreements.render({
    kind: "receipt",
    reference: checkout.providerOrderId,
    receiptNumber: attempt.receiptNumber!,
    environment: deps.environment,
    paidAt: attempt.updatedAt.toISOString(),
    timeZone: provider.timeZone,
    provider: {
      name: provider.name,
      code: provider.code,
      legalName: provider.legalName,
      businessNumber: provider.businessNumber ?? undefined,
      email: provider.email,
      phone: provider.phone ?? undefined,
    },
    student: { firstName: checkout.firstName, lastName: checkout.lastName, email: checkout.email },
    course: { name: checkout.courseName },
    amountCents: attempt.amountCents,
    card: cardScheme && cardLastFour && `${schemeName(cardScheme as CardScheme)} ending ${cardLastFour}`,
  });
  return rendered.then(
    ({ pdf }) => pdf,
    (error) => {
      if (error instanceof RendererBusy) return "busy";
      throw error;
    },
  );
}

import { createEvents } from "ics";
import type { CheckoutDeps } from "../checkout/context";
import { getAgreement, getAgreementToRead } from "../checkout/read";
import { getReceipt } from "../checkout/receipt";
import { scheduleOf } from "../checkout/resource";
import { addDays } from "../domain/calendar";
import { formatMoney } from "../domain/money";
import { isResultOf } from "../domain/states";
import type { Enrolment } from "./context";

/** Null where no plan is signed. */
export async function agreementOf(deps: CheckoutDeps, { record }: Enrolment): Promise<Uint8Array | null> {
  if (!record || !isResultOf("confirm", record.checkout.checkoutStatus)) return null;
  const { pdf } = await getAgreement(deps, record.checkout.providerId, record.checkout.id);
  return pdf;
}

/** Null where no plan is signed. */
export async function agreementToRead(deps: CheckoutDeps, { record }: Enrolment) {
  if (!record || !isResultOf("confirm", record.checkout.checkoutStatus)) return null;
  return getAgreementToRead(deps, record.checkout.providerId, record.checkout.id);
}

/** Null where nothing was paid by card. */
export const receiptOf = async (deps: CheckoutDeps, { record }: Enrolment) =>
  record && getReceipt(deps, record);

/** The debits as an iCalendar file of whole days; null where no plan is signed. */
export function calendarOf({ record }: Enrolment): string | null {
  if (!record || !isResultOf("confirm", record.checkout.checkoutStatus)) return null;
  const { checkout, provider } = record;
  const schedule = scheduleOf(record);
  const { error, value } = createEvents(
    schedule.map(({ number, debitDate, amountCents }) => ({
      uid: `${checkout.id}-${number}@provider-checkout`,
      start: day(debitDate),
      end: day(addDays(debitDate, 1)),
      title: `${provider.name}: payment ${number} of ${schedule.length}, ${formatMoney(amountCents)}`,
      description: `Direct debit for ${checkout.courseName}. Reference ${checkout.providerOrderId}.`,
      busyStatus: "FREE" as const,
      transp: "TRANSPARENT" as const,
    })),
    { productId: "provider-checkout", calName: `${provider.name} payments` },
  );
  if (error || value === undefined) throw error ?? new Error("The calendar file is empty");
  return value;
}

function day(date: string): [number, number, number] {
  return date.split("-").map(Number) as [number, number, number];
}

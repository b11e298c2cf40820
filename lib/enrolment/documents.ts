import { calendarFile } from "../../packages/dates/calendar-file";
import type { Untimed } from "../../packages/dates/time";
import { readingOf } from "../../packages/pdf/reading";
import { AGREEMENT_FILE, fileName, RECEIPT_FILE } from "../../packages/text/file-name";
import type { CheckoutDeps } from "../checkout/context";
import { getAgreement } from "../checkout/read";
import { getReceipt } from "../checkout/receipt";
import { scheduleOf } from "../checkout/resource";
import type { StoredRecord } from "../db/checkout-records";
import { formatMoney } from "../domain/money";
import { isResultOf } from "../domain/states";
import type { Enrolment } from "./context";
import { type CollectedPlan, collectedPlanOf, planPage } from "./plan-page";

const PDF = "application/pdf";
const REMINDER = "Have the money for tomorrow’s payment in your account";

export async function agreementOf(deps: Pick<CheckoutDeps, "db">, { record }: Pick<Enrolment, "record">) {
  if (!record?.agreement) return null;
  if (record.agreement.sha256 === null) return "being_made";
  const { pdf, sha256 } = await getAgreement(deps, record.checkout.providerId, record.checkout.id);
  return { name: nameOf(record, AGREEMENT_FILE), content: pdf, type: PDF, sha256 };
}

/** The text of the signed agreement, taken from the signed PDF itself. */
export async function agreementToRead(deps: CheckoutDeps, at: Enrolment) {
  const made = await agreementOf(deps, at);
  return made && made !== "being_made" ? { sha256: made.sha256, whole: readingOf(made.content) } : made;
}

export async function receiptOf(deps: CheckoutDeps, { record }: Enrolment) {
  const pdf = record && (await getReceipt(deps, record));
  if (!pdf || pdf === "being_made") return pdf;
  return { name: nameOf(record, RECEIPT_FILE), content: pdf, type: PDF };
}

/** The debits as an iCalendar file of whole days; null if no plan is signed. */
export async function calendarOf(deps: Untimed<CheckoutDeps>, at: Enrolment) {
  const { record } = at;
  if (!record?.agreement || !isResultOf("confirm", record.checkout.checkoutStatus)) return null;
  const { checkout, provider, agreement } = record;
  const collected = await collectedPlanOf(deps, at);
  const schedule = collected ? debitsIn(collected) : scheduleOf(record);
  const count = collected?.plan.instalments.length ?? schedule.length;
  const days = schedule.map(({ number, debitDate, amountCents }) => ({
    uid: `${checkout.id}-${number}@provider-checkout`,
    date: debitDate,
    title: `${provider.name}: payment ${number} of ${count}, ${formatMoney(amountCents)}`,
    description: `Direct debit for ${checkout.courseName}. Reference ${checkout.providerOrderId}.`,
  }));
  const content = calendarFile(`${provider.name} payments`, agreement.signedAt, REMINDER, days);
  return { name: nameOf(record, "payments.ics"), content, type: "text/calendar; charset=utf-8" };
}

/** What failed has no day until the student chooses one, and what was paid another way is no debit. */
const debitsIn = (collected: CollectedPlan) =>
  planPage(collected).payments.filter(
    ({ state }) => state === "paid" || state === "on_its_way" || state === "planned",
  );

function nameOf({ checkout, provider }: StoredRecord, what: string): string {
  return fileName(provider.name, checkout.providerOrderId, what);
}

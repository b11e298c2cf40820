import { dateInZone } from "../../packages/dates/zone";
import type { Letter, Sender } from "../../packages/mail/letter";
import type { Attachment } from "../../packages/mail/transport";
import { AGREEMENT_FILE, fileName } from "../../packages/text/file-name";
import { displayName } from "../../packages/text/names";
import { filled, present } from "../../packages/text/narrow";
import { recordedPlan } from "../checkout/resource";
import { enrolmentSecret } from "../crypto/enrolment-link";
import { findAgreementPdf } from "../db/agreements";
import type { CheckoutRecord, StoredRecord } from "../db/checkout-records";
import { findCheckout } from "../db/checkouts";
import type { Db } from "../db/client";
import { findEnrolment } from "../db/enrolments";
import { findEnrolmentOf, type MailRow } from "../db/mail";
import { hasDeceasedPayer } from "../db/plan-notices";
import { findPlan } from "../db/plans";
import { findRefund } from "../db/refunds";
import { type BrandColumns, brandOf } from "../domain/brand";
import { type Id, isId } from "../domain/ids";
import type { Plan } from "../domain/plan";
import { cardPaymentOf } from "../domain/plan-summary";
import { refundedText } from "../domain/refunds";
import { linkState } from "../domain/resume-link";
import { isAwaiting, isReleased } from "../domain/states";
import { providersNow } from "../plans/write";
import { chargeWith } from "../refunds/payment";
import type { MailDeps } from "./context";
import { agreement } from "./letters/agreement";
import { planLetter } from "./letters/collected";
import { newLink, resumeLink } from "./letters/links";
import type { College } from "./letters/provider";
import { receipt } from "./letters/receipt";
import { refunded } from "./letters/refunded";

/** What an email says, read when it is sent. See docs/decisions/036-mails-to-students.md. */
export interface Content {
  letter: Letter;
  attachment: Attachment | null;
  provider: College;
  accent: Sender["accent"];
}

export async function contentOf(deps: MailDeps, mail: MailRow, now: Date): Promise<Content | null> {
  switch (mail.kind) {
    case "resume_link":
    case "new_link":
      return linkContent(deps, mail, now);
    case "receipt":
      return receiptContent(deps, await recordOf(deps, mail));
    case "agreement":
      return agreementContent(deps, await recordOf(deps, mail));
    case "refunded":
      return refundContent(deps, mail, await recordOf(deps, mail));
    case "debit_upcoming":
    case "debit_failed":
    case "plan_changed":
    case "plan_completed":
      return planContent(deps, mail, await recordOf(deps, mail), now);
    default:
      return mail.kind satisfies never;
  }
}

async function recordOf({ db }: MailDeps, { providerId, checkoutId }: MailRow) {
  const record = await findCheckout(db, providerId, present(checkoutId, "checkout of the mail"));
  return (await isBereaved(db, record)) ? null : record;
}

/** The payer of a plan has died: nothing more is sent for that enrolment. */
const isBereaved = async (db: Db, record: CheckoutRecord | null) =>
  record?.plan ? hasDeceasedPayer(db, record.plan) : false;

/**
 * Nothing goes to an address that was corrected since, and no link goes out that no longer opens the enrolment. After
 * payment or signature the receipt or agreement contains the link, so the link is sent only if it was asked for.
 */
async function linkContent(deps: MailDeps, mail: MailRow, now: Date): Promise<Content | null> {
  const { enrolmentId, linkGeneration: generation } = filled(mail, "enrolmentId", "linkGeneration");
  const stored = await findEnrolment(deps.db, enrolmentId);
  if (!stored || stored.enrolment.email?.toLowerCase() !== mail.address.toLowerCase()) return null;
  const { enrolment, course, provider, record } = stored;
  if (!provider.studentEmails || (await isBereaved(deps.db, record))) return null;
  const state = linkState(generation, enrolment, record, enrolment.updatedAt, now);
  if (state !== "opens" && state !== "waits") return null;
  const status = record?.checkout.checkoutStatus;
  const isDone = status !== undefined && !isReleased(status) && !isAwaiting(status);
  if (mail.kind === "resume_link" && isDone) return null;
  const letter = mail.kind === "resume_link" ? resumeLink : newLink;
  return about(
    provider,
    letter({
      college: provider,
      courseName: course.name,
      reference: enrolment.providerOrderId,
      url: addressOf(deps, enrolment, generation),
    }),
  );
}

async function receiptContent(deps: MailDeps, record: StoredRecord | null): Promise<Content | null> {
  const attempt = record?.attempt;
  if (!record || attempt?.status !== "succeeded") return null;
  const { provider, checkout } = record;
  if (!provider.studentEmails) return null;
  const paid = filled(attempt, "cardScheme", "cardLastFour", "receiptNumber");
  return about(
    provider,
    receipt({
      ...(await common(deps, record)),
      amountCents: paid.amountCents,
      paidOn: dateInZone(paid.updatedAt, provider.timeZone),
      card: { scheme: paid.cardScheme, lastFour: paid.cardLastFour },
      receiptNumber: paid.receiptNumber,
      refunded: refundedText(record),
      reference: checkout.providerOrderId,
    }),
  );
}

/** Nothing is said of a refund that has failed meanwhile. */
async function refundContent(
  deps: MailDeps,
  mail: MailRow,
  record: StoredRecord | null,
): Promise<Content | null> {
  const { providerId, about: id } = mail;
  const row = isId("ref", id) ? await findRefund(deps.db, { providerId, id }) : null;
  if (!record || row?.status !== "Succeeded" || !record.provider.studentEmails) return null;
  const charge = await chargeWith(deps, record, row.chargeAttemptId);
  const card = charge && filled(charge, "cardScheme", "cardLastFour");
  return about(
    record.provider,
    refunded({
      ...(await common(deps, record)),
      amountCents: row.amountCents,
      refundedOn: dateInZone(row.updatedAt, record.provider.timeZone),
      card: card && { scheme: card.cardScheme, lastFour: card.cardLastFour },
    }),
  );
}

async function agreementContent(deps: MailDeps, record: StoredRecord | null): Promise<Content | null> {
  if (!record?.agreement || !record.dda?.bsb) return null;
  const { provider, checkout } = record;
  const { bsb, accountEnding: ending } = filled(record.dda, "bsb", "accountEnding");
  if (!provider.studentEmails) return null;
  const attachment = await agreementPdf(deps, checkout.providerId, checkout.id);
  return about(
    provider,
    agreement({
      ...(await common(deps, record)),
      plan: recordedPlan(checkout),
      totalCents: checkout.financedCents,
      depositCents: checkout.depositCents,
      signedOn: dateInZone(record.agreement.signedAt, provider.timeZone),
      account: { bsb, ending },
      statementName: record.dda.statementName ?? provider.name,
    }),
    attachment,
  );
}

async function planContent(
  deps: MailDeps,
  mail: MailRow,
  record: StoredRecord | null,
  now: Date,
): Promise<Content | null> {
  const stored = record?.plan && (await findPlan(deps.db, record.plan));
  if (!stored || !record.dda || !record.provider.studentEmails) return null;
  const { accountEnding: ending } = filled(record.dda, "accountEnding");
  const today = dateInZone(providersNow(now, record.provider), record.provider.timeZone);
  const card = await cardOf(deps, record, stored.plan, mail.change?.paid?.[0]);
  const letter = planLetter(mail, stored.plan, { ...(await common(deps, record)), today, ending, card });
  return letter && about(record.provider, letter);
}

/** The card that paid an instalment. */
async function cardOf(deps: MailDeps, record: StoredRecord, plan: Plan, number: number | undefined) {
  const payment = number === undefined ? null : cardPaymentOf(plan, number);
  const charge = payment && (await chargeWith(deps, record, payment.id));
  if (!charge) return null;
  const paid = filled(charge, "cardScheme", "cardLastFour", "receiptNumber");
  return { scheme: paid.cardScheme, lastFour: paid.cardLastFour, receiptNumber: paid.receiptNumber };
}

/** The signed agreement's bytes, or null if there are none. */
export async function agreementPdf(
  { db }: Pick<MailDeps, "db">,
  providerId: Id<"prv">,
  checkoutId: Id<"chk">,
): Promise<Attachment | null> {
  const found = await findAgreementPdf(db, providerId, checkoutId);
  if (!found?.pdf) return null;
  const filename = fileName(found.provider, found.reference, AGREEMENT_FILE);
  return { filename, contentType: "application/pdf", content: Buffer.from(found.pdf) };
}

async function common(deps: MailDeps, { provider, checkout }: StoredRecord) {
  const enrolment = await findEnrolmentOf(deps.db, checkout);
  return {
    college: provider,
    student: displayName(checkout),
    courseName: checkout.courseName,
    reference: checkout.providerOrderId,
    // The newest one. Somebody who mistyped this address may have an older one.
    url: enrolment && addressOf(deps, enrolment, enrolment.newestLink),
    refundsUrl: enrolment && `${deps.baseUrl}/p/${provider.code}/refunds`,
  };
}

const addressOf = (deps: MailDeps, enrolment: Parameters<typeof enrolmentSecret>[1], generation: number) =>
  `${deps.baseUrl}/e/${enrolmentSecret(deps.vault, enrolment, generation)}`;

function about(
  provider: College & BrandColumns,
  letter: Letter,
  attachment: Attachment | null = null,
): Content {
  return { letter, attachment, provider, accent: brandOf(provider).accent };
}

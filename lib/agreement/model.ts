import { schemeName } from "../../packages/cards/card-scheme";
import type { Renderer } from "../../packages/pdf/renderer";
import { filled, firstAndLast, present } from "../../packages/text/narrow";
import { sha256 } from "../crypto/api-key";
import type { AgreementRow, StoredRecord } from "../db/checkout-records";
import type { Actor } from "../domain/actor";
import type { Environment } from "../domain/environment";
import type { Id } from "../domain/ids";
import { refundedText } from "../domain/refunds";
import { frequencyOf } from "../domain/schedule";
import { AGREEMENT_SECTIONS, DECLARATIONS, SERVICE_AGREEMENT, WORDING_VERSION } from "../domain/wording";

export const AGREEMENT_VERSION = WORDING_VERSION;

const wordingSha256 = sha256(JSON.stringify([AGREEMENT_SECTIONS, SERVICE_AGREEMENT, DECLARATIONS])).toString(
  "hex",
);

interface Signing {
  id: Id<"agr">;
  signedAt: Date;
  by: { actor: Actor; ipAddress: string | null; userAgent: string | null };
  /** Whether the provider said, in confirm, that it has the deposit. */
  depositConfirmed: boolean;
}

/** Word for word, because the wording may change later. */
export function declarationsMade(): AgreementRow["declarations"] {
  return Object.entries(DECLARATIONS).map(([key, text]) => ({ key, text, version: WORDING_VERSION }));
}

/**
 * What an agreement and a receipt both print. The student comes from the checkout, because the contact's name may have
 * changed since.
 */
const factsOf = (environment: Environment, { checkout, provider }: StoredRecord) => ({
  /** The provider's own order reference, printed on each page. */
  reference: checkout.providerOrderId,
  environment,
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
});

export type AgreementModel = ReturnType<typeof agreementModel>;
export type AgreementPlan = AgreementModel["plan"];

/**
 * Everything that a Payment Plan Agreement prints, as plain data for the renderer's thread. The document looks nothing
 * up, so the same model gives the same bytes. There is no field for an account's name or full number.
 * Specification: "Other records named"; contract sections 5, 10 and 12.
 */
export function agreementModel(
  deps: { environment: Environment; baseUrl: string; mail: object | null },
  record: StoredRecord,
  signing: Signing,
) {
  const { checkout, provider } = record;
  const dda = authorityOf(record);
  const schedule = present(checkout.schedule, "schedule");
  const [first, last] = firstAndLast(schedule);
  const signedAt = signing.signedAt.toISOString();
  return {
    ...factsOf(deps.environment, record),
    agreementId: signing.id,
    checkoutId: checkout.id,
    opportunityId: present(record.opportunity, "Opportunity").id,
    ddaId: dda.id,
    agreementVersion: AGREEMENT_VERSION,
    terms: AGREEMENT_SECTIONS,
    serviceAgreement: SERVICE_AGREEMENT,
    signedAt,
    money: {
      feeCents: checkout.coursePriceCents,
      depositCents: checkout.depositCents,
      financedCents: checkout.financedCents,
      totalPayableCents: checkout.coursePriceCents,
    },
    depositConfirmed: signing.depositConfirmed,
    plan: {
      frequency: frequencyOf(checkout.paymentFrequency),
      numberOfInstalments: checkout.numberOfInstalments,
      instalmentCents: checkout.instalmentCents,
      lastInstalmentCents: last.amountCents,
      firstDebitDate: first.debitDate,
      lastDebitDate: last.debitDate,
    },
    schedule,
    bank: { bsb: dda.bsb, accountEnding: dda.accountEnding },
    authority: {
      text: dda.authorityText,
      version: dda.authorityVersion,
      authorisedAt: dda.authorisedAt.toISOString(),
    },
    declarations: declarationsMade().map((declaration) => ({
      ...declaration,
      acceptedAt: signedAt,
      acceptedVia: saidBy(signing.by.actor),
    })),
    evidence: evidence(record, signing),
    // Only students of the portal have a page here, and only an email brings a new link to it.
    ...(signing.by.actor.kind === "student" &&
      deps.mail &&
      provider.studentEmails && { linkAddress: `${deps.baseUrl}/p/${provider.code}/link` }),
    versions: [
      { label: "Agreement wording", value: AGREEMENT_VERSION },
      { label: "Agreement wording SHA-256", value: wordingSha256 },
      { label: "Direct debit authority wording", value: dda.authorityVersion },
      { label: "Direct debit authority SHA-256", value: sha256(dda.authorityText).toString("hex") },
    ],
  };
}

const authorityOf = ({ dda }: StoredRecord) =>
  filled(
    present(dda, "direct debit"),
    "bsb",
    "accountEnding",
    "authorityText",
    "authorityVersion",
    "setupStartedAt",
    "authorisedAt",
  );

export type ReceiptModel = ReturnType<typeof receiptModel>;

export function receiptModel(
  environment: Environment,
  record: StoredRecord,
  attempt: NonNullable<StoredRecord["attempt"]>,
) {
  const { cardScheme, cardLastFour } = attempt;
  return {
    ...factsOf(environment, record),
    kind: "receipt" as const,
    receiptNumber: present(attempt.receiptNumber, "receipt number"),
    paidAt: attempt.updatedAt.toISOString(),
    amountCents: attempt.amountCents,
    card: cardScheme && cardLastFour && `${schemeName(cardScheme)} ending ${cardLastFour}`,
    refunded: refundedText(record),
  };
}

export type PrintedModel = AgreementModel | ReceiptModel;
export type AgreementRenderer = Renderer<PrintedModel>;

function saidBy(actor: Actor): string {
  switch (actor.kind) {
    case "student":
      return "the student";
    case "api_key":
      return "the provider’s system";
    case "staff":
      return `${actor.name}, of this service’s staff`;
    case "system":
      return "this service";
    default:
      return actor satisfies never;
  }
}

/** One line of evidence. `actor` says whose address it is. Contract section 12 */
export interface AgreementEvent {
  event: string;
  at: string;
  actor: string;
  ipAddress: string | null;
  userAgent: string | null;
  note?: string;
}

function evidence(record: StoredRecord, { signedAt, by }: Signing): AgreementEvent[] {
  const dda = authorityOf(record);
  const student = { ipAddress: dda.ipAddress, userAgent: dda.userAgent };
  const bankActor =
    dda.authorisedVia === "sandbox_api"
      ? "the provider’s system, for a test student"
      : "the student, on the hosted page";
  const sender = { actor: saidBy(by.actor), ipAddress: by.ipAddress, userAgent: by.userAgent };
  const at = signedAt.toISOString();
  return [
    ...record.timeline
      .filter(({ type }) => type === "checkout.created")
      .map(({ occurredAt, actor, ipAddress, userAgent }) => ({
        event: "Checkout created",
        at: occurredAt.toISOString(),
        actor: saidBy(actor),
        ipAddress,
        userAgent,
      })),
    { event: "Bank authority started", at: dda.setupStartedAt.toISOString(), actor: bankActor, ...student },
    { event: "Direct debit authorised", at: dda.authorisedAt.toISOString(), actor: bankActor, ...student },
    ...Object.keys(DECLARATIONS).map((key) => ({
      event: `Declared: ${key.replaceAll("_", " ")}`,
      at,
      ...sender,
      ...(by.actor.kind === "api_key" && { note: SENT_BY_PROVIDER }),
    })),
    { event: "Plan confirmed", at, ...sender },
  ];
}

const SENT_BY_PROVIDER =
  "Sent with confirm. The address is that of the provider’s system, not the student’s.";

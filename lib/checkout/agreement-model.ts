import { filled, firstAndLast, present } from "../../packages/text/narrow";
import type { AgreementEvent, AgreementModel } from "../agreement/model";
import { sha256 } from "../crypto/api-key";
import type { AgreementRow, StoredRecord } from "../db/checkout-records";
import type { Actor } from "../domain/actor";
import type { Id } from "../domain/ids";
import { frequencyOf } from "../domain/schedule";
import { AGREEMENT_SECTIONS, DECLARATIONS, SERVICE_AGREEMENT, WORDING_VERSION } from "../domain/wording";
import type { By, CheckoutDeps } from "./context";
import { scheduleOf } from "./resource";

export const AGREEMENT_VERSION = WORDING_VERSION;

const wordingSha256 = sha256(JSON.stringify([AGREEMENT_SECTIONS, SERVICE_AGREEMENT, DECLARATIONS])).toString(
  "hex",
);

interface Signing {
  id: Id<"agr">;
  signedAt: Date;
  by: By;
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
export const factsOf = (
  { environment }: Pick<CheckoutDeps, "environment">,
  { checkout, provider }: StoredRecord,
) => ({
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

export function agreementModel(
  deps: Pick<CheckoutDeps, "environment" | "baseUrl" | "mail">,
  record: StoredRecord,
  signing: Signing,
): AgreementModel {
  const { checkout, provider } = record;
  const dda = authorityOf(record);
  const schedule = scheduleOf(record);
  const [first, last] = firstAndLast(schedule);
  const signedAt = signing.signedAt.toISOString();
  return {
    ...factsOf(deps, record),
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
    // Only students of the portal have a page of ours, and only a mail brings a new link to it.
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

/** The authority of a plan that awaits its signature, which has all of this. */
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

/** JSON sorted by name, so that the same values have one text and one hash. */
export function contentOf(model: AgreementModel): string {
  return JSON.stringify(model, (_, value) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

/** Who acted, in the words of the agreement. */
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

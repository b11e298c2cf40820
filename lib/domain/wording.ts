import agreement from "./texts/agreement.json" with { type: "json" };
import serviceAgreement from "./texts/service-agreement.json" with { type: "json" };

/**
 * The version of every text below, and of those in `texts`. Screens, the agreement and the evidence of consent quote them,
 * so a changed text needs a new version. Contract sections 5 and 10.
 */
export const WORDING_VERSION = "2026-11-24";

/** Shown beside the texts. */
export const SAMPLE_NOTICE = "Sample wording, needs legal review.";

/** In it, "we" and "us" are the provider. */
export interface WordingSection {
  readonly key: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

/** By the names of the confirm request. Contract section 5. */
export const DECLARATIONS = {
  payment_plan_accepted:
    "I have read the Payment Plan Agreement, including the schedule of payments, and I accept it.",
  information_confirmed:
    "I confirm that the information I have given is true and complete, and that I will tell the provider if it changes.",
  privacy_consent_accepted:
    "I have read how my personal information is collected, used and shared, and I consent to it.",
} as const;
export type DeclarationKey = keyof typeof DECLARATIONS;

/** The statement that the account's holder ticks before authorising. Contract section 10. */
export const AUTHORITY_STATEMENT =
  "I am an account holder or authorised signatory and I authorise these debits";

/** Whose name stands in the Direct Debit Request: the provider's own, or the processor's. */
export type DebitUser = "own" | "stripe" | "pinch";

const PROCESSOR_NAMES = { stripe: "Stripe Payments Australia Pty Ltd", pinch: "Pinch Payments" } as const;

export const debitUserName = (user: DebitUser, providerName: string): string =>
  user === "own" ? providerName : PROCESSOR_NAMES[user];

/** The Direct Debit Request: this exact text is kept as evidence. Contract section 10 and "Real money", section 4. */
export const DIRECT_DEBIT_REQUEST = {
  version: (user: DebitUser): string => (user === "own" ? WORDING_VERSION : `${WORDING_VERSION}-${user}`),
  text: (user: DebitUser, providerName: string): string =>
    `I request and authorise ${whoDebits(user, providerName)}, for the ` +
    "payments in my payment schedule to be debited from the account that I have given, through the Bulk " +
    "Electronic Clearing System (BECS). This authority is to remain in force under the terms of the Direct " +
    `Debit Request Service Agreement, which I have read. ${AUTHORITY_STATEMENT}.`,
} as const;

const whoDebits = (user: DebitUser, providerName: string): string =>
  user === "own"
    ? `${providerName} to arrange, through its own financial institution`
    : `${PROCESSOR_NAMES[user]}, the debit user, to arrange on behalf of ${providerName}`;

/** The Direct Debit Request Service Agreement. Contract section 10. */
export const SERVICE_AGREEMENT: readonly WordingSection[] = serviceAgreement;

/** The further terms of the Payment Plan Agreement, to be placed by their keys. Contract section 5. */
export const AGREEMENT_SECTIONS: readonly WordingSection[] = agreement;

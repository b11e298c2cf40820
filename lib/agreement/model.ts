import type { Environment } from "../domain/environment";
import type { Instalment } from "../domain/schedule";
import type { WordingSection } from "../domain/wording";

/**
 * Everything that a Payment Plan Agreement prints, as plain data for the renderer's thread. The document looks nothing
 * up, so the same model gives the same bytes. There is no field for an account's name or full number.
 * Specification: "Other records named"; contract sections 5, 10 and 12.
 */
export interface AgreementModel {
  /** The provider's own order reference, printed on each page. */
  reference: string;
  agreementId: string;
  checkoutId: string;
  opportunityId: string;
  ddaId: string;
  environment: Environment;
  agreementVersion: string;
  /** The wording of that version, word for word. */
  terms: readonly WordingSection[];
  serviceAgreement: readonly WordingSection[];
  /** ISO instant in UTC; it is also the document's creation and modification date. */
  signedAt: string;
  /** IANA name of the provider's time zone, in which local times are printed. */
  timeZone: string;
  provider: {
    name: string;
    code: string;
    legalName?: string;
    /** Australian Business Number. */
    businessNumber?: string;
    email?: string;
    phone?: string;
  };
  student: { firstName: string; lastName: string; email: string };
  course: { name: string };
  /** The deposit and the amount financed sum to the fee, which is all that is ever payable. */
  money: { feeCents: number; depositCents: number; financedCents: number; totalPayableCents: number };
  /** Whether the provider said, in confirm, that it has the deposit. */
  depositConfirmed: boolean;
  plan: AgreementPlan;
  schedule: Instalment[];
  /** The account as it is shown everywhere once authorised: BSB and the last three digits. */
  bank: { bsb: string; accountEnding: string };
  /** The Direct Debit Request as the student agreed to it. */
  authority: { text: string; version: string; authorisedAt: string };
  /** Each word for word. `acceptedVia` says who sent it: "the provider's system", "the student". */
  declarations: { key: string; text: string; version: string; acceptedAt: string; acceptedVia: string }[];
  evidence: AgreementEvent[];
  /** Where the student gets a link to the same text as a page. The link itself is a secret, and not for a document. */
  linkAddress?: string;
  /** Versions and hashes of what this agreement refers to, printed as they are. */
  versions: { label: string; value: string }[];
}

/** Everything that a receipt for a card payment prints. */
export interface ReceiptModel
  extends Pick<AgreementModel, "reference" | "environment" | "timeZone" | "provider" | "student" | "course"> {
  kind: "receipt";
  receiptNumber: string;
  amountCents: number;
  /** ISO instant in UTC; it is also the document's creation and modification date. */
  paidAt: string;
  /** As it is shown: scheme and last four digits. */
  card: string | null;
}

export type PrintedModel = AgreementModel | ReceiptModel;

export interface AgreementPlan {
  frequency: "Weekly" | "Fortnightly" | "Monthly";
  numberOfInstalments: number;
  instalmentCents: number;
  lastInstalmentCents: number;
  /** Calendar dates, YYYY-MM-DD. */
  firstDebitDate: string;
  lastDebitDate: string;
}

/** One line of evidence; `actor` says whose address it is (contract section 12). */
export interface AgreementEvent {
  event: string;
  at: string;
  actor: string;
  ipAddress: string | null;
  userAgent: string | null;
  note?: string;
}

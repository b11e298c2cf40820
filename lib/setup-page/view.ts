import type { CalendarDate } from "../../packages/dates/calendar";
import type { BankFormValues } from "../contract/forms/bank-fields";
import type { FieldErrors } from "../contract/forms/read";
import type { DebitRequestWords } from "../direct-debit/request";
import type { Cents } from "../domain/money";
import type { ProviderView } from "../domain/provider-view";
import type { Instalment } from "../domain/schedule";

/** All that is ever shown of an account after it is authorised: "062-000" and the last three digits. */
export interface MaskedAccount {
  bsb: string;
  ending: string;
}

/** The account as the student typed it, or "Ending 456" for one that was authorised before, with the bank of its BSB. */
interface CheckedAccount extends Omit<BankFormValues, "authorisesAlone"> {
  bank: string | null;
}

/** Why a step is shown again: fields to correct, or a notice. */
interface Correction {
  errors: FieldErrors;
  notice: string | null;
  isFault?: true;
}

/** The step or state that a visitor sees, as plain data for the page and for its actions. */
export type SetupView =
  /** `askedBsb` is a BSB that the student was asked to check, because it belongs to no known bank. */
  | ({ state: "bank"; values: BankFormValues; askedBsb?: string } & Correction)
  /** A second signature is needed. `sealed` contains the answers, for the way back. */
  | { state: "not_alone"; sealed: string }
  /** The one place where the account is shown in full. */
  | ({ state: "check"; account: CheckedAccount; sealed: string } & Correction)
  /** `isNew` right after the student authorised it. */
  | { state: "authorised"; account: MaskedAccount; isNew: boolean }
  /** `given` where the page took another account for a signed plan: just now, or from another window before. */
  | { state: "confirmed"; account: MaskedAccount; given: "now" | "before" | null }
  | { state: "expired" }
  | { state: "cancelled" };

/** The account of a signed plan in whose place another is given, and what is still to pay. */
export interface FormerAccount extends MaskedAccount {
  outstandingCents: Cents;
  next: { date: CalendarDate; amountCents: Cents } | null;
}

export interface PlanFacts {
  courseName: string;
  frequency: string;
  totalCents: Cents;
  schedule: Instalment[];
}

/** Where the page is shown: in a frame of our own portal, in one of another site, or by itself. */
export type Place = "portal" | "site" | "page";

export interface SetupPage {
  provider: ProviderView;
  /** The provider's order reference. */
  reference: string;
  plan: PlanFacts;
  /** Null for the first account. */
  former: FormerAccount | null;
  /** What the student authorises. */
  request: DebitRequestWords;
  /** On the bank statement of an account that was authorised. */
  statementName: string;
  view: SetupView;
  isSandbox: boolean;
  /** The origin that gets the page's messages. */
  messageOrigin: string | null;
  returnUrl: string | null;
  place: Place;
  /** The portal is around the page, or the student returns to it. */
  goesOnInPortal: boolean;
  /** Where the student can ask for a new link to the portal's enrolment; null if there is no such place. */
  newLinkAt: string | null;
}

export type SetupFacts = Omit<SetupPage, "plan" | "former" | "view" | "request">;

const EMPTY: BankFormValues = { accountName: "", bsb: "", accountNumber: "", authorisesAlone: "" };

/** The first step with nothing wrong in it. */
export const firstStep = (values: Partial<BankFormValues>, notice: string | null = null) =>
  ({ state: "bank", values: { ...EMPTY, ...values }, errors: {}, notice }) satisfies SetupView;

/** The answers can no longer be used. */
export const CLEARED = firstStep(
  {},
  "For your security the bank details you entered were cleared. Enter them again.",
);

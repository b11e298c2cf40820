import type { BankFormValues } from "../contract/forms/bank-fields";
import type { FieldErrors } from "../contract/forms/read";
import type { Brand } from "../domain/brand";
import type { CalendarDate } from "../domain/calendar";
import type { Cents } from "../domain/money";
import type { Instalment } from "../domain/schedule";

/** All that is ever shown of an account once it is authorised. */
export interface MaskedAccount {
  /** "062-000". */
  bsb: string;
  /** The last three digits. */
  ending: string;
}

/** Why a step is shown again though nothing in it is wrong. */
export type FormNotice = "cleared" | "too_many" | "other_site" | "not_saved";

/** The step or state that a visitor sees: plain data, the same from a page and from an action. */
export type SetupView =
  | { state: "bank"; values: BankFormValues; errors: FieldErrors; notice: FormNotice | null }
  /** More than one signature is needed; `sealed` takes the answers back to the first step. */
  | { state: "not_alone"; sealed: string }
  | {
      state: "check";
      account: BankAccountShown;
      sealed: string;
      errors: FieldErrors;
      notice: FormNotice | null;
    }
  /** `isNew` right after the student authorised it. */
  | { state: "authorised"; account: MaskedAccount; isNew: boolean }
  | { state: "confirmed"; account: MaskedAccount }
  | { state: "expired" }
  | { state: "cancelled" }
  | { state: "inactive" };

/** The account in full, on the second step and nowhere else. */
interface BankAccountShown {
  accountName: string;
  /** "062-000". */
  bsb: string;
  accountNumber: string;
}

/** What the student is asked to authorise. */
export interface PlanFacts {
  courseName: string;
  frequency: string;
  numberOfInstalments: number;
  instalmentCents: Cents;
  lastInstalmentCents: Cents;
  totalCents: Cents;
  firstDebitDate: CalendarDate;
  schedule: Instalment[];
}

/** One visit to the hosted page. */
export interface SetupPage {
  provider: { name: string; email: string; brand: Brand };
  /** The provider's order reference. */
  reference: string;
  plan: PlanFacts;
  view: SetupView;
  isSandbox: boolean;
  /** The one origin that is told what happens here; null for nobody. */
  messageOrigin: string | null;
  returnUrl: string | null;
}

/** What every step knows of it. */
export type SetupFacts = Omit<SetupPage, "plan" | "view">;

export const EMPTY_FORM: BankFormValues = {
  accountName: "",
  bsb: "",
  accountNumber: "",
  authorisesAlone: "",
};

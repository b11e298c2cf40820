import type { StaffAction } from "../../../drizzle/vocabulary";
import type { CheckoutDeps } from "../../checkout/context";
import type { DeliveryDeps } from "../../events/context";
import type { StaffCaller } from "../caller";
import type { Shown, StaffDeps } from "../context";
import type { Permission } from "../permissions";

export type SetUpDeps = CheckoutDeps & DeliveryDeps & StaffDeps;

export type SetUpValues = Readonly<Record<string, string>>;

/** What a provider sets up, each with a page of its own. */
export type SetUpPart =
  | "attention"
  | "views"
  | "keys"
  | "endpoints"
  | "staff"
  | "accounts"
  | "details"
  | "courses"
  | "requests"
  | "go-live";

export interface SetUpField {
  name: string;
  label: string;
  hint?: string;
  /** `secret` is not shown while it is typed, nor sent back. `lines`: several lines. `checks`: several options, joined by line feeds. `file`: its bytes in base64. */
  type: "text" | "secret" | "lines" | "choice" | "checks" | "file";
  /** Of a choice or checks. */
  options?: readonly { value: string; label: string }[];
  /** It may not be left empty. */
  isRequired?: true;
  /** Of a text, in characters. */
  max?: number;
  /** What the page shows first. */
  value?: string;
}

/** By the fields' names. Nothing was done. */
export interface Faults {
  errors: Readonly<Record<string, string>>;
}

/** @throws CheckoutError where it cannot be done any more; Refused where a field is why */
type Work = () => Promise<{
  /** As the audit log has it. */
  after: unknown;
  shown?: readonly Shown[];
  /** Of the provider's console, where it leads in place of the receipt. */
  path?: string;
}>;

export interface SetUpForm {
  /** Names what the form changes, where there is something already. */
  about?: string;
  /** For the audit log: its id or name, and how it is now. Never a secret. */
  what: string | ((values: SetUpValues) => string);
  before?: unknown;
  /** Sentences that say what will happen. */
  says: readonly string[];
  fields?: readonly SetUpField[];
  /** Reads what was typed. @returns what does it */
  read(values: SetUpValues): Faults | Work | Promise<Faults | Work>;
}

type Opened = SetUpForm | { notice: string } | null;

/** What somebody can change beside checkouts. */
export interface SetUpAction {
  part: SetUpPart;
  /** In the page's address. */
  key: string;
  /** Of the page, and of the button that does it. */
  title: string;
  /** `set_up` where it says nothing else. */
  permission?: Permission;
  /** In the audit log. `set_up` where it says nothing else. */
  records?: StaffAction;
  /** Makes something new: `new` stands for its id. */
  isNew?: true;
  /** @returns null for what the provider does not have; a notice where it cannot be done now */
  open(deps: SetUpDeps, caller: StaffCaller, id: string): Opened | Promise<Opened>;
}

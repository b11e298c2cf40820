import type { StaffAction } from "../../../drizzle/vocabulary";
import type { CalendarDate } from "../../../packages/dates/calendar";
import type { By, CheckoutDeps } from "../../checkout/context";
import type { StoredRecord } from "../../db/checkout-records";
import type { StoredPlan } from "../../db/plans";
import type { Id } from "../../domain/ids";
import type { StaffCaller } from "../caller";
import type { Permission } from "../permissions";
import type { Around } from "./around";

/** What an action asks before it says what will happen. It goes into the address, so it never says who somebody is. */
export const FIELD_NAMES = ["number", "until", "date", "received_on", "amount", "what"] as const;
export type FieldName = (typeof FIELD_NAMES)[number];

export interface ActionField {
  name: FieldName;
  label: string;
  hint?: string;
  type: "choice" | "date" | "amount";
  /** Of a choice. */
  options?: readonly { value: string; label: string }[];
}

/** As the fields ask for them: a choice is one of its options, and a date is one. Empty where an action has no such field. */
export type Values = Readonly<Record<FieldName, string>>;

/** A checkout as it is now, and its plan where the service collects it. */
export interface Facts extends Around {
  record: StoredRecord;
  plan: StoredPlan | null;
  /** On the provider's calendar. */
  today: CalendarDate;
}

/** Sentences that say what will happen, what to correct, or why it cannot be done. */
type Preview =
  | { says: readonly string[] }
  | { errors: Readonly<Partial<Record<FieldName, string>>> }
  | { notice: string };

/** What an action does, and what the audit log says of it beside the reason. */
interface Deed {
  /** What it is about, where that is not the checkout alone. */
  subject?: string;
  before?: unknown;
  /** @returns what is so afterwards. @throws CheckoutError where it cannot be done any more */
  work(actId: Id<"act">): Promise<unknown>;
}

/** What staff can do with a checkout. */
export interface CheckoutAction {
  /** In the page's address. */
  key: string;
  /** Of the page, and of the button that does it. */
  title: string;
  /** Of the field for the reason, where it is more than that. */
  reasonLabel?: string;
  permission: Permission;
  /** In the audit log. */
  records: StaffAction;
  /** False for another kind of checkout, whose page does not name the action. */
  isFor(facts: Facts): boolean;
  /** Null where it can be done; otherwise why not, and since when. */
  whyNot(facts: Facts): string | null;
  fields(facts: Facts): readonly ActionField[];
  preview(facts: Facts, values: Values, deps: CheckoutDeps, caller: StaffCaller): Preview | Promise<Preview>;
  act(facts: Facts, values: Values, deps: CheckoutDeps, caller: StaffCaller): Deed | Promise<Deed>;
}

/** Staff in the place of a provider's system, as events and evidence record it. */
export const byStaff = ({ provider, name, requestId, ipAddress }: StaffCaller): By => ({
  provider,
  actor: { kind: "staff", name },
  requestId,
  ipAddress,
  userAgent: null,
});

import type { StaffCaller } from "../caller";
import { can } from "../permissions";
import type { CheckoutAction, Facts } from "./action";
import { cancel } from "./cancel";
import { note } from "./note";

/** In the order of the page. */
const ACTIONS: readonly CheckoutAction[] = [cancel, note];

/** Null for one that there is not, or that is not the caller's to take: nobody learns which. */
export const actionOf = ({ role }: StaffCaller, key: string): CheckoutAction | null =>
  ACTIONS.find((one) => one.key === key && can(role, one.permission)) ?? null;

/** What the page of a checkout offers, and what not now. */
export const offersOf = ({ role }: StaffCaller, facts: Facts) =>
  ACTIONS.filter((one) => can(role, one.permission) && one.isFor(facts)).map((one) => ({
    key: one.key,
    title: one.title,
    whyNot: one.whyNot(facts),
  }));

import type { StaffCaller } from "../caller";
import { can } from "../permissions";
import type { CheckoutAction, Facts } from "./action";
import { cancel } from "./cancel";
import { end } from "./end";
import { hold } from "./hold";
import { move } from "./move";
import { newAccount } from "./new-account";
import { newLink } from "./new-link";
import { note } from "./note";
import { outsidePayment } from "./outside-payment";
import { pause } from "./pause";
import { grantRefund, sendRefund, withdrawGrant } from "./refund";
import { release } from "./release";
import { replay } from "./replay";
import { resend } from "./resend";
import { resume } from "./resume";
import { retry } from "./retry";

/** In the order of the page. */
export const ACTIONS: readonly CheckoutAction[] = [
  cancel,
  ...[pause, resume, move, retry, outsidePayment, newAccount, hold, release, end],
  ...[grantRefund, sendRefund, withdrawGrant],
  ...[newLink, resend, replay],
  note,
];

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

import { oneOf } from "../../drizzle/schema/columns";
import { AWAITING_STATUSES, type CheckoutStatus } from "../domain/states";

/** Whether a checkout has one of these, spelt out: the planner must see that a partial index lists the same. */
export const hasStatusOf = (statuses: readonly CheckoutStatus[]) => oneOf("checkout_status", statuses);

export const IS_AWAITING = hasStatusOf(AWAITING_STATUSES);

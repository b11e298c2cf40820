import { hash } from "node:crypto";
import type { CheckoutDeps } from "../checkout/context";
import { load } from "../checkout/load";
import { pageOf } from "../contract/paging";
import { findPlan, listPlans, type PlanFilter } from "../db/plans";
import { CheckoutError } from "../domain/errors";
import type { Id } from "../domain/ids";
import { toPlan } from "./resource";

export const noPlan = () =>
  new CheckoutError("payment_plan_not_found", "The service collects no payment plan for this checkout.");

/** Returns text, because the ETag is its hash. */
export async function readPlan(deps: CheckoutDeps, providerId: Id<"prv">, checkoutId: string) {
  const { checkout } = await load(deps, providerId, checkoutId);
  const found = await findPlan(deps.db, { providerId, checkoutId: checkout.id });
  if (!found) throw noPlan();
  const body = JSON.stringify(toPlan(found));
  return { body, etag: `"${hash("sha256", body, "base64url")}"` };
}

/** Newest first. */
export async function readPlans(deps: CheckoutDeps, providerId: Id<"prv">, filter: PlanFilter) {
  const found = await listPlans(deps.db, providerId, { ...filter, limit: filter.limit + 1 });
  return pageOf(found, filter.limit, ({ row }) => row.checkoutId, toPlan);
}

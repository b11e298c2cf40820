import type { CheckoutDeps } from "../checkout/context";
import { pageOf } from "../contract/paging";
import type { SettlementResource, SettlementSummary } from "../contract/settlements";
import {
  findSettlement,
  listSettlements,
  type SettlementFilter,
  type SettlementRow,
} from "../db/settlements";
import { CheckoutError } from "../domain/errors";
import { type Id, isId } from "../domain/ids";
import { toAmount } from "../domain/money";
import type { Line } from "../domain/settlements";

/** Newest first. */
export async function readSettlements(deps: CheckoutDeps, providerId: Id<"prv">, filter: SettlementFilter) {
  const found = await listSettlements(deps.db, providerId, { ...filter, limit: filter.limit + 1 });
  return pageOf(found, filter.limit, ({ id }) => id, toSummary);
}

export async function readSettlement(
  deps: CheckoutDeps,
  providerId: Id<"prv">,
  id: string,
): Promise<SettlementResource> {
  const found = isId("stl", id) ? await findSettlement(deps.db, { providerId, id }) : null;
  if (!found) throw new CheckoutError("settlement_not_found", "You have no settlement with this id.");
  return { ...toSummary(found.row), lines: found.lines.map(toLine) };
}

const toSummary = (row: SettlementRow): SettlementSummary => ({
  settlement_id: row.id,
  reference: row.reference,
  paid_on: row.paidOn,
  amount: toAmount(row.amountCents),
  currency: row.currency,
  status: row.status,
  problem: row.problem,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

const toLine = (line: Line): SettlementResource["lines"][number] => ({
  kind: line.kind,
  reference: line.reference,
  gross: toAmount(line.grossCents),
  fee: toAmount(line.feeCents),
  net: toAmount(line.netCents),
  matched: matchedOf(line),
  problem: line.problem,
});

function matchedOf({ key, checkoutId }: Line): SettlementResource["lines"][number]["matched"] {
  if (key === null || checkoutId === null) return null;
  const about = { checkout_id: checkoutId, charge_id: null };
  if (isId("dbt", key)) return { ...about, type: "debit", id: key };
  if (isId("ref", key)) return { ...about, type: "refund", id: key };
  return { ...about, type: "charge", id: checkoutId, charge_id: key };
}

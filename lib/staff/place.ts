import { createHash } from "node:crypto";
import type { ListFilter } from "../db/checkout-lists";
import type { CheckoutRow } from "../db/checkout-records";
import { isId } from "../domain/ids";
import type { ListOrder } from "../domain/list-order";

/** As the address has it: what is not known counts as not said. */
export type Asked = Partial<Record<"q" | "status" | "type" | "period" | "sort" | "before", string>>;

/** A column of the database holds no more. */
const MAX_CENTS = 2 ** 31 - 1;

/** What a list is of, so that no page of another list goes on in it. */
function listOf({ q = "", status = "", type = "", period = "" }: Asked, order: ListOrder): string {
  const named = JSON.stringify([q, status, type, period, order]);
  return createHash("sha256").update(named).digest("base64url").slice(0, 8);
}

/** Where the next page begins, for the address. */
export function placeAfter(
  asked: Asked,
  order: ListOrder,
  { id, updatedAt, priceCents }: Pick<CheckoutRow, "id" | "updatedAt"> & { priceCents: number },
): string {
  const beside = {
    newest: "",
    oldest: "",
    changed: updatedAt.getTime(),
    highest: priceCents,
    lowest: priceCents,
  };
  return [id, beside[order], listOf(asked, order)].join(".");
}

/** Null for a place in another list, or none. */
export function readPlace(asked: Asked, order: ListOrder): Pick<ListFilter, "before" | "beside"> | null {
  if (asked.before === undefined) return {};
  const [id = "", text = "", list] = asked.before.split(".");
  if (list !== listOf(asked, order) || !isId("chk", id) || !/^\d{0,13}$/.test(text)) return null;
  const beside = Number(text);
  return { before: id, beside: order === "changed" ? new Date(beside) : Math.min(beside, MAX_CENTS) };
}

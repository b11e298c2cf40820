import type { Untimed } from "../../packages/dates/time";
import { isoInZone } from "../../packages/dates/zone";
import { CSV_START, csvLine } from "../../packages/text/csv";
import type { CheckoutDeps } from "../checkout/context";
import { asOfNow } from "../checkout/load";
import { asTenant } from "../db/as-tenant";
import type { StoredRecord } from "../db/checkout-records";
import type { Id } from "../domain/ids";
import { LONGEST_PAGE } from "../domain/limits";
import { toAmount } from "../domain/money";
import type { StaffCaller } from "./caller";
import { type Asked, foundBy } from "./find";
import { demand } from "./permissions";

const decimals = (cents: number) => toAmount(cents).toFixed(2);

const COLUMNS: readonly [head: string, cell: (record: StoredRecord, timeZone: string) => string | null][] = [
  ["created", ({ checkout }, timeZone) => isoInZone(checkout.createdAt, timeZone)],
  ["order_reference", ({ checkout }) => checkout.providerOrderId],
  ["first_name", ({ checkout }) => checkout.firstName],
  ["last_name", ({ checkout }) => checkout.lastName],
  ["email", ({ checkout }) => checkout.email],
  ["course", ({ checkout }) => checkout.courseName],
  ["payment_type", ({ checkout }) => checkout.paymentType],
  ["course_price", ({ checkout }) => decimals(checkout.coursePriceCents)],
  ["refunded", ({ checkout }) => decimals(checkout.refundedCents)],
  ["checkout_status", ({ checkout }) => checkout.checkoutStatus],
  ["plan_status", ({ plan }) => plan?.status ?? null],
  ["plan_standing", ({ plan }) => plan?.summary.standing ?? null],
  ["plan_paid", ({ plan }) => plan && decimals(plan.summary.paidCents)],
  ["plan_outstanding", ({ plan }) => plan && decimals(plan.summary.outstandingCents)],
  ["checkout_id", ({ checkout }) => checkout.id],
];

/** Some of the list as CSV, always the newest first, and the last of them; the first begin with the columns' names. */
export async function exportPage(
  deps: Untimed<CheckoutDeps>,
  caller: StaffCaller,
  asked: Omit<Asked, "sort" | "before">,
  before?: Id<"chk">,
) {
  demand(caller, "read");
  const { id, timeZone } = caller.provider;
  const { rows } = await asTenant(deps.db, id, (db) =>
    foundBy({ ...deps, db }, caller, asked, { before, limit: LONGEST_PAGE }),
  );
  const lines = rows.map((row) => {
    const record = asOfNow(deps, row);
    return csvLine(COLUMNS.map(([, cell]) => cell(record, timeZone)));
  });
  const head = before ? "" : CSV_START + csvLine(COLUMNS.map(([name]) => name));
  const next: Id<"chk"> | null = (rows.length === LONGEST_PAGE && rows.at(-1)?.checkout.id) || null;
  return { text: head + lines.join(""), next };
}

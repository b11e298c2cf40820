import { addDays, type CalendarDate } from "../../../packages/dates/calendar";
import { dateInZone } from "../../../packages/dates/zone";
import { type Call, type Reply, refusedBy } from "./calls";
import { type Debit, pageOf } from "./debit-objects";
import { faultOf, type Made, type Refund, refundOf } from "./objects";

/** Something that came or went. */
export interface Moved {
  day: CalendarDate;
  rail: "bank-account" | "credit-card";
  id: string;
  type: "Settlement" | "Dishonour" | "Refund";
  gross: number;
  fees: number;
  total: number;
  metadata: string | null;
}

const TRANSFER_FEE = 100;
const PAYMENT_FEE = 50;
const DISHONOUR_FEE = 500;
const AUD = "AUD";

const sydney = (at: Date): CalendarDate => dateInZone(at, "Australia/Sydney");
const dayAfter = (instant: string) => addDays(sydney(new Date(instant)), 1);

export const settled = (
  day: CalendarDate,
  { id, amount, metadata }: Debit | Made,
  rail: Moved["rail"],
): Moved => ({
  ...{ day, rail, id, type: "Settlement", metadata },
  ...{ gross: amount, fees: PAYMENT_FEE, total: amount - PAYMENT_FEE },
});

export const dishonoured = (day: CalendarDate, { id, amount, metadata }: Debit): Moved => ({
  ...{ day, rail: "bank-account", id, type: "Dishonour", metadata },
  ...{ gross: amount, fees: DISHONOUR_FEE, total: -DISHONOUR_FEE },
});

/** One transfer a day for each rail, of all that came and went. What is told is as of the time of a request. */
export function transfersOf(
  payments: Map<string, Made>,
  refunds: Map<string, Refund>,
  ofDebits: (at: Date) => Moved[],
) {
  const settings = {
    /** In place of `complete`, by the transfer's id. */
    statuses: new Map<string, string>(),
    /** Transfers that are not listed yet. */
    hidden: new Set<string>(),
    itemsHaveMetadata: false,
    /** Whether the transfer's fee is an item too, and a refund's item has the id of the payment. */
    feeIsItem: false,
    refundsAreNamedByPayment: false,
    dishonoursTakeBack: false,
  };

  const idOf = ({ day, rail }: Pick<Moved, "day" | "rail">) =>
    `tra_${day.replaceAll("-", "")}${rail === "bank-account" ? "bank" : "card"}`;

  const takenBack = (one: Moved): Moved =>
    settings.dishonoursTakeBack && one.type === "Dishonour" ? { ...one, total: one.total - one.gross } : one;

  function movedBy(at: Date): Map<string, Moved[]> {
    const cards = [...payments.values()].filter(({ dishonour }) => dishonour === null);
    const all = [
      ...ofDebits(at).map(takenBack),
      ...cards.map((made) => settled(dayAfter(made.transactionDate), made, "credit-card")),
      ...[...refunds.values()].filter(({ status }) => status !== "failed").map(refunded),
    ].filter(({ day }) => day <= sydney(at));
    const transfers = new Map<string, Moved[]>();
    for (const one of all) transfers.set(idOf(one), [...(transfers.get(idOf(one)) ?? []), one]);
    return transfers;
  }

  const railOf = ({ paymentId }: Refund) => (payments.has(paymentId) ? "credit-card" : "bank-account");
  const refunded = (made: Refund): Moved => ({
    ...{ day: dayAfter(made.requestedDate), rail: railOf(made), type: "Refund", metadata: null },
    id: settings.refundsAreNamedByPayment ? made.paymentId : made.id,
    ...{ gross: made.amount, fees: 0, total: -made.amount },
  });

  function transferOf([id, items]: [string, Moved[]]) {
    const [{ day, rail } = { day: "", rail: "" }] = items;
    return {
      ...{ id, transferDate: `${day}T00:00:00`, currency: AUD },
      amount: items.reduce((sum, { total }) => sum + total, -TRANSFER_FEE),
      ...{ accountName: "Test Bank Account", accountNumber: "000000000", bsb: "000000" },
      ...{ reference: id, status: settings.statuses.get(id) ?? "complete", type: rail },
    };
  }

  function detailed(id: string, items: Moved[]) {
    const group = (name: string, of: Pick<Moved, "gross" | "fees" | "total">[]) => {
      const sum = (what: "gross" | "fees" | "total") => of.reduce((all, one) => all + one[what], 0);
      return { name, count: of.length, gross: sum("gross"), fees: sum("fees"), total: sum("total") };
    };
    const summary = [
      ...(["Settlement", "Dishonour", "Refund"] as const).map((type) =>
        group(
          `${type}s`,
          items.filter((one) => one.type === type),
        ),
      ),
      group("Application Fees", []),
      group("Transfer Fee", [{ gross: 0, fees: TRANSFER_FEE, total: -TRANSFER_FEE }]),
    ];
    return { ...transferOf([id, items]), totalFees: 150, taxRate: 0.1, includedTax: 14, summary };
  }

  function itemOf({ id, type, gross, fees, total, metadata, day }: Moved) {
    const about = { id, type, gross, fees, currency: AUD, description: "", total };
    const item = { ...about, transactionDate: `${day}T00:00:00` };
    return settings.itemsHaveMetadata ? { ...item, metadata } : item;
  }

  return {
    settings,
    /** Null for what is no transfer, nor the list of refunds. */
    answer(path: string, { method, query }: Call, at: Date): Reply | null {
      const [first, second, third] = path.split("/");
      const moved = movedBy(at);
      const page = (all: object[]) => pageOf(all, Number(query.page ?? 1), Number(query.pageSize ?? 50));
      if (method !== "GET") return null;
      if (path === "transfers") {
        const all = [...moved].filter(([id]) => !settings.hidden.has(id)).map(transferOf);
        all.sort((one, other) => other.transferDate.localeCompare(one.transferDate));
        const size = Number(query.pageSize ?? 50);
        const from = (Number(query.page ?? 1) - 1) * size;
        return { status: 200, body: all.slice(from, from + size) };
      }
      if (path === "refunds")
        return page(
          [...refunds.values()].map((made) => {
            const { paymentId: _, submittedDate: __, transfer: ___, ...listed } = refundOf(made);
            const item = refunded(made);
            return { ...listed, transferId: item.day <= sydney(at) ? idOf(item) : null };
          }),
        );
      if (first !== "transfers" || second === undefined) return null;
      const id = third ?? second;
      const items = moved.get(id);
      if (!items) return refusedBy(faultOf("transferId", `Could not find a transfer with ID: ${id}`));
      if (third === undefined) return { status: 200, body: detailed(id, items) };
      const fee = { ...items[0]!, id: "", type: "Transfer Fee", gross: 0, fees: TRANSFER_FEE };
      const own = items.map(itemOf);
      return page(settings.feeIsItem ? [...own, { ...fee, total: -TRANSFER_FEE }] : own);
    },
  };
}

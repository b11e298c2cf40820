import type { ListOrder } from "@/lib/domain/list-order";
import { CHECKOUT_STATUSES } from "@/lib/domain/states";
import type { Asked, Period } from "@/lib/staff/find";
import { MAX_SOUGHT } from "@/lib/staff/sought";
import { CHECKOUT_WORDS } from "@/lib/staff/words";
import { keysOf } from "@/packages/text/narrow";
import { Button } from "../ui/Button";
import { Field } from "../ui/Field";
import { SelectField } from "../ui/SelectField";

const HINT =
  "Name, email, order reference, receipt, any id, a BSB with the account’s last three digits, or an amount with its date: 57.69\u00a024\u00a0Nov";
const ANY = { value: "", label: "Any" };

const STATUSES = [ANY, ...CHECKOUT_STATUSES.map((value) => ({ value, label: CHECKOUT_WORDS[value].word }))];
const TYPES = [
  ANY,
  { value: "upfront_payment", label: "Card" },
  { value: "interest_free_payment_plan", label: "Payment plan" },
];
export const PERIOD_LABELS: Record<Period, string> = {
  today: "Today",
  week: "Last 7 days",
  month: "Last 30 days",
  quarter: "Last 90 days",
};
const PERIODS = [
  { value: "", label: "Any time" },
  ...keysOf(PERIOD_LABELS).map((value) => ({ value, label: PERIOD_LABELS[value] })),
];

export const ORDER_LABELS: Record<ListOrder, string> = {
  newest: "Newest first",
  oldest: "Oldest first",
  changed: "By change",
  highest: "High price",
  lowest: "Low price",
};
const ORDERS = keysOf(ORDER_LABELS).map((value) => ({ value, label: ORDER_LABELS[value] }));

/** A GET form: the address says what is shown, so that it can be kept and sent to a colleague. */
export function SearchForm({ action, asked }: { action: string; asked: Asked }) {
  return (
    <search>
      <form action={action} className="space-y-4">
        <div className="flex flex-wrap items-end gap-3">
          <div className="min-w-0 flex-1 basis-64">
            <Field
              id="q"
              name="q"
              type="search"
              aria-keyshortcuts="/"
              label="Find a student or payment"
              hint={HINT}
              maxLength={MAX_SOUGHT}
              defaultValue={asked.q}
              autoComplete="off"
              spellCheck={false}
            />
          </div>
          <Button>Search</Button>
        </div>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] items-end gap-3">
          <SelectField
            id="status"
            name="status"
            label="Status"
            options={STATUSES}
            defaultValue={asked.status}
          />
          <SelectField id="type" name="type" label="Paid by" options={TYPES} defaultValue={asked.type} />
          <SelectField
            id="period"
            name="period"
            label="Created"
            options={PERIODS}
            defaultValue={asked.period}
          />
          <SelectField id="sort" name="sort" label="Sorted" options={ORDERS} defaultValue={asked.sort} />
          <Button kind="secondary">Filter</Button>
        </div>
      </form>
    </search>
  );
}

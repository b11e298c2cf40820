import type { ListOrder } from "@/lib/domain/list-order";
import { formatMoney } from "@/lib/domain/money";
import type { Asked, find } from "@/lib/staff/find";
import { CHECKOUT_WORDS, OVERDUE, PLAN_WORDS } from "@/lib/staff/words";
import { classes } from "../ui/classes";
import { DataTable } from "./DataTable";
import { DayChart } from "./DayChart";
import { Moment } from "./Moment";
import { ORDER_LABELS, PERIOD_LABELS } from "./SearchForm";
import { LITERAL, Status } from "./Status";

type Found = Awaited<ReturnType<typeof find>>;

interface Props {
  found: Pick<Found, "rows"> & Partial<Pick<Found, "order" | "asked">>;
  /** Of the provider's console. */
  home: string;
  timeZone: string;
  /** The address of the list with that changed, where it can be sorted. */
  hrefOf?(query: Asked): string;
}

export function CheckoutList({ found: { rows, order = "newest", asked }, home, timeZone, hrefOf }: Props) {
  const isByChange = order === "changed";
  const sortOf = (down: ListOrder, up: ListOrder) =>
    hrefOf &&
    ({
      order: order === down ? "descending" : order === up ? "ascending" : "none",
      href: hrefOf({ sort: order === down ? up : down }),
    } as const);
  return (
    <DataTable
      caption={`Checkouts, ${ORDER_LABELS[order].toLowerCase()}`}
      columns={[
        { head: "Student" },
        { head: "Course", isWide: true },
        isByChange
          ? { head: "Last changed", isWide: true, sort: sortOf("changed", "newest") }
          : { head: "Created", isWide: true, sort: sortOf("newest", "oldest") },
        // A search has no order by price.
        {
          head: "Price",
          isWide: true,
          isMoney: true,
          sort: asked?.q ? undefined : sortOf("highest", "lowest"),
        },
        { head: "Status" },
      ]}
      rows={rows.map((row) => ({
        key: row.id,
        cells: [
          <span key="student">
            <a href={`${home}/checkouts/${row.id}`} className="inline-flex min-h-6 font-medium">
              <bdi>{row.student}</bdi>
            </a>
            <span className="block text-muted text-sm">
              <bdi>{row.email}</bdi>
            </span>
            <span className={classes("block text-muted text-sm", LITERAL)}>
              {row.reference}
              <span className="md:hidden"> · {formatMoney(row.priceCents)}</span>
            </span>
          </span>,
          <bdi key="course">{row.course}</bdi>,
          <Moment key="time" at={isByChange ? row.updatedAt : row.createdAt} timeZone={timeZone} />,
          formatMoney(row.priceCents),
          <StatusOf key="status" row={row} />,
        ],
      }))}
    />
  );
}

/** A signed plan says how its debits go. */
function StatusOf({ row: { status, plan } }: { row: Found["rows"][number] }) {
  if (plan?.standing === "arrears") return <Status of={OVERDUE} term={status} />;
  return <Status of={plan ? PLAN_WORDS[plan.status] : CHECKOUT_WORDS[status]} term={status} />;
}

/** How many there are since the beginning of the period, and their prices. */
export function Totals({ totals }: { totals: NonNullable<Found["totals"]> }) {
  const parts = [
    { label: "Paid by card", ...totals.paid },
    { label: "Plans signed", ...totals.signed },
    { label: "In progress", ...totals.open },
    { label: "Not completed", ...totals.ended },
  ];
  return (
    <section className="space-y-3">
      <h2>{PERIOD_LABELS[totals.period]}</h2>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-divider border-y py-4 tabular-nums lg:grid-cols-4">
        {parts.map(({ label, count, cents }) => (
          <div key={label} className="min-w-0">
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="font-semibold text-xl">{count.toLocaleString("en-AU")}</dd>
            <dd className="wrap-anywhere text-muted text-sm">{formatMoney(cents)}</dd>
          </div>
        ))}
      </dl>
      <p className="max-w-[66ch] text-muted text-sm">
        Counted by the day a checkout was created, at the price of its course. The CSV below also has refunds,
        and what each plan has paid and still owes.
      </p>
      {totals.days && <DayChart days={totals.days} />}
    </section>
  );
}

interface UnfinishedProps extends Pick<Found, "unfinished"> {
  timeZone: string;
  /** Where a student asks for a new link; null where no email would bring it. */
  linkPage: string | null;
}

/** Students who began in the portal and have no checkout yet. */
export const Unfinished = ({ unfinished, timeZone, linkPage }: UnfinishedProps) => (
  <section className="space-y-3">
    <h2>Not finished</h2>
    {linkPage && (
      <p className="wrap-anywhere">A student who lost the link can ask for a new one: {linkPage}</p>
    )}
    <ul className="divide-y divide-divider border-divider border-y">
      {unfinished.map(({ id, reference, firstName, lastName, email, updatedAt }) => (
        <li key={id} className="py-3">
          <p className="font-medium">
            <bdi>{firstName === null ? "No name yet" : `${firstName} ${lastName}`}</bdi>
            {email && <span className="font-normal text-muted"> {email}</span>}
          </p>
          <p className="text-muted text-sm">
            {reference}: the student has not started to pay. Last answer:{" "}
            <Moment at={updatedAt} timeZone={timeZone} />.
          </p>
        </li>
      ))}
    </ul>
  </section>
);

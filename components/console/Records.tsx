import type { ReactNode } from "react";
import { formatMoney } from "@/lib/domain/money";
import { cardOf } from "@/lib/staff/answers";
import type { CheckoutPage } from "@/lib/staff/checkout";
import { DEBIT_WORDS, DELIVERY_WORDS, REFUND_WORDS } from "@/lib/staff/words";
import { formatShortDate } from "@/packages/dates/calendar";
import { STATES } from "../portal/plan/words";
import { Disclosure } from "../ui/Disclosure";
import { ActEntry } from "./Acts";
import { CheckoutList } from "./CheckoutList";
import { DataTable } from "./DataTable";
import { Moment } from "./Moment";
import { Status, Term } from "./Status";

/** The records that the answers follow from. */
export function Records({ page }: { page: CheckoutPage }) {
  const { payments, charges, refunds, agreement, others, home, timeZone } = page;
  return (
    <div className="space-y-10">
      {others.length > 0 && (
        <Part title="Other checkouts of this student">
          <CheckoutList found={{ rows: others }} home={home} timeZone={timeZone} />
        </Part>
      )}
      <Timeline page={page} />
      {payments.length > 0 && (
        <Part title="Payments">
          <Payments page={page} />
        </Part>
      )}
      {charges.length > 0 && (
        <Part title="Card charges">
          <Charges page={page} />
        </Part>
      )}
      {refunds.length > 0 && (
        <Part title="Refunds">
          <Refunds page={page} />
        </Part>
      )}
      {agreement && (
        <Part title="Agreement">
          <p>
            Signed <Moment at={agreement.signedAt} timeZone={timeZone} />, version {agreement.version}.
          </p>
          {agreement.sha256 && (
            <a href={`${page.address}/agreement`} className="inline-flex min-h-12 items-center">
              Download the signed agreement
            </a>
          )}
          <Term>{`${agreement.id} · SHA-256 ${agreement.sha256 ?? "follows when the document is made"}`}</Term>
        </Part>
      )}
    </div>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="space-y-3">
    <h2>{title}</h2>
    {children}
  </section>
);

/** Newest first: events, with where each went, and what staff did. */
const Timeline = ({ page: { timeline, acts, home, timeZone, offers, address } }: { page: CheckoutPage }) => (
  <Part title="Timeline">
    <ol className="max-w-[66ch] divide-y divide-divider border-divider border-y">
      {[...timeline.toReversed(), ...acts].toSorted(newestFirst).map((event) => (
        <li key={event.id} className="py-3">
          {"reason" in event ? (
            <ActEntry act={event} home={home} timeZone={timeZone} />
          ) : (
            <Event event={event} timeZone={timeZone} />
          )}
          {"type" in event && offers.some(({ key, whyNot }) => key === "replay" && whyNot === null) && (
            <a
              href={`${address}/replay?what=${event.id}`}
              className="inline-flex min-h-12 items-center text-sm"
            >
              Send this event again
            </a>
          )}
        </li>
      ))}
    </ol>
  </Part>
);

const newestFirst = (one: { at: Date }, other: { at: Date }) => other.at.getTime() - one.at.getTime();

const Event = ({ event, timeZone }: { event: CheckoutPage["timeline"][number]; timeZone: string }) => (
  <>
    <div className="flex flex-wrap items-baseline justify-between gap-x-6">
      <p className="font-medium">{event.what}</p>
      <p className="text-muted text-sm">
        <Moment at={event.at} timeZone={timeZone} />
      </p>
    </div>
    <p className="text-sm">By {event.who}</p>
    <Term>{[event.type, event.id, event.requestId].filter(Boolean).join(" · ")}</Term>
    {event.deliveries.length > 0 && (
      <ul className="mt-1 text-sm">
        {event.deliveries.map((one) => (
          <li key={`${one.url} ${one.kind} ${one.status}`} className="flex flex-wrap gap-x-3">
            <Status of={DELIVERY_WORDS[one.status]} />
            <span className="wrap-anywhere min-w-0 text-muted">
              {one.url}, {one.attempts} {one.attempts === 1 ? "attempt" : "attempts"}
            </span>
          </li>
        ))}
      </ul>
    )}
  </>
);

/** Of a longer plan the rest opens on request. */
const MAX_AT_ONCE = 12;

function Payments({ page: { payments } }: { page: CheckoutPage }) {
  const canStop = payments.some(({ changeUntil }) => changeUntil !== null);
  const table = (shown: typeof payments, caption: string) => (
    <DataTable
      caption={caption}
      columns={[
        { head: "No." },
        { head: "Debit date" },
        ...(canStop ? [{ head: "Can be stopped until", isWide: true as const }] : []),
        { head: "Amount", isMoney: true },
        { head: "Status" },
      ]}
      rows={shown.map((one) => ({
        key: String(one.number),
        cells: [
          one.number,
          formatShortDate(one.debitDate),
          ...(canStop ? [one.changeUntil && formatShortDate(one.changeUntil)] : []),
          formatMoney(one.amountCents),
          <span key="state">
            {stateOf(one)}
            {one.debits.map((debit) => (
              <span key={debit.id} className="block text-sm">
                <Status
                  of={DEBIT_WORDS[debit.status]}
                  term={`${debit.id}${debit.reason ? ` · ${debit.reason}` : ""}`}
                />
              </span>
            ))}
          </span>,
        ],
      }))}
    />
  );
  return (
    <>
      {table(payments.slice(0, MAX_AT_ONCE), "Payments of the plan")}
      {payments.length > MAX_AT_ONCE && (
        <Disclosure label={`Show the other ${payments.length - MAX_AT_ONCE}`}>
          {table(payments.slice(MAX_AT_ONCE), "Further payments of the plan")}
        </Disclosure>
      )}
    </>
  );
}

/** Nothing where the debits below say it. */
function stateOf({ state, debits }: CheckoutPage["payments"][number]): string | null {
  if (state === null) return "Agreed";
  const isOfDebit =
    state === "paid" || state === "on_its_way" || state === "failed" || state === "taken_back";
  return isOfDebit && debits.length > 0 ? null : STATES[state].word;
}

const Charges = ({ page: { charges, timeZone } }: { page: CheckoutPage }) => (
  <DataTable
    caption="Card charges, oldest first"
    columns={[
      { head: "When" },
      { head: "Card", isWide: true },
      { head: "Receipt", isWide: true },
      { head: "Amount", isMoney: true },
      { head: "Outcome" },
    ]}
    rows={charges.map((one) => ({
      key: one.id,
      cells: [
        <Moment key="at" at={one.createdAt} timeZone={timeZone} />,
        cardOf(one),
        one.receiptNumber,
        formatMoney(one.amountCents),
        <Status key="outcome" of={one} term={one.declineCode ?? one.status} />,
      ],
    }))}
  />
);

const Refunds = ({ page: { refunds, timeZone } }: { page: CheckoutPage }) => (
  <DataTable
    caption="Refunds, oldest first"
    columns={[
      { head: "When" },
      { head: "Reason", isWide: true },
      { head: "Amount", isMoney: true },
      { head: "Outcome" },
    ]}
    rows={refunds.map((one) => ({
      key: one.id,
      cells: [
        <Moment key="at" at={one.createdAt} timeZone={timeZone} />,
        <bdi key="reason">{one.reason}</bdi>,
        formatMoney(one.amountCents),
        <Status key="outcome" of={REFUND_WORDS[one.status]} term={one.failureReason ?? one.id} />,
      ],
    }))}
  />
);

import type { ActView } from "@/lib/staff/audit";
import { SummaryList } from "../ui/SummaryList";
import { DataTable } from "./DataTable";
import { Moment } from "./Moment";
import { Status, Term } from "./Status";

interface Place {
  /** Of the provider's console. */
  home: string;
  timeZone: string;
}

const Receipt = ({ act, home, children }: { act: ActView; home: string; children: string }) => (
  <a href={`${home}/acts/${act.id}`} className="inline-flex min-h-6 font-medium">
    {children}
  </a>
);

export const ActList = ({ acts, home, timeZone }: Place & { acts: readonly ActView[] }) => (
  <DataTable
    caption="What staff did, newest first"
    empty="Nothing is recorded here. Whatever staff do appears as soon as they begin it."
    columns={[
      { head: "When" },
      { head: "Who", isWide: true },
      { head: "What" },
      { head: "Reason", isWide: true },
      { head: "Outcome", isWide: true },
    ]}
    rows={acts.map((act) => ({
      key: act.id,
      cells: [
        <Moment key="at" at={act.at} timeZone={timeZone} />,
        <Who key="who" act={act} />,
        <span key="what">
          <Receipt act={act} home={home}>
            {act.what}
          </Receipt>
          <span className="block md:hidden">
            <Who act={act} />
            <Status of={act.outcome} />
          </span>
          {act.checkoutId ? (
            <CheckoutLink id={act.checkoutId} home={home} />
          ) : (
            act.subject && <Term>{act.subject}</Term>
          )}
        </span>,
        <bdi key="reason">{act.reason}</bdi>,
        <Status key="outcome" of={act.outcome} />,
      ],
    }))}
  />
);

const Who = ({ act: { who, role } }: { act: ActView }) => (
  <>
    <bdi>{who}</bdi> <span className="text-muted">({role})</span>
  </>
);

const CheckoutLink = ({ id, home }: { id: string; home: string }) => (
  <a href={`${home}/checkouts/${id}`} className="wrap-anywhere inline-block py-1 text-sm">
    {id}
  </a>
);

/** Among the events of a checkout. */
export const ActEntry = ({ act, home, timeZone }: Place & { act: ActView }) => (
  <>
    <div className="flex flex-wrap items-baseline justify-between gap-x-6">
      <Receipt act={act} home={home}>
        {act.what}
      </Receipt>
      <p className="text-muted text-sm">
        <Moment at={act.at} timeZone={timeZone} />
      </p>
    </div>
    <p className="wrap-anywhere text-sm">
      By <bdi>{act.who}</bdi>: <bdi>{act.reason}</bdi>
    </p>
    {act.outcome.step !== "done" && <Status of={act.outcome} />}
    <Term>{`${act.id} · ${act.requestId}`}</Term>
  </>
);

export const ActReceipt = ({ act, home, timeZone }: Place & { act: ActView }) => (
  <SummaryList
    items={[
      { term: "Outcome", value: <Outcome act={act} /> },
      { term: "When", value: <Moment at={act.at} timeZone={timeZone} /> },
      { term: "Who", value: <Who act={act} /> },
      { term: "Reason", value: <bdi className="wrap-anywhere">{act.reason}</bdi> },
      ...(act.checkoutId
        ? [
            {
              term: "Checkout",
              value: (
                <>
                  <a href={`${home}/checkouts/${act.checkoutId}`} className="inline-flex min-h-6">
                    Back to the checkout
                  </a>
                  <Term>{act.checkoutId}</Term>
                </>
              ),
            },
          ]
        : []),
      ...(act.subject ? [{ term: "About", value: <Term>{act.subject}</Term> }] : []),
      { term: "Before", value: <Values of={act.before} /> },
      { term: "After", value: <Values of={act.after} /> },
      { term: "From address", value: act.ipAddress ?? "Not known" },
      { term: "Request", value: <Term>{act.requestId}</Term> },
      { term: "Record", value: <Term>{act.id}</Term> },
    ]}
  />
);

const Outcome = ({ act: { outcome } }: { act: ActView }) => (
  <>
    <Status of={outcome} />
    {outcome.step === "asked" && (
      <p>
        It is still being done, or the service stopped before its outcome was recorded. Look at the checkout’s
        timeline.
      </p>
    )}
  </>
);

const Values = ({ of: values }: { of: ActView["before"] }) =>
  values.length === 0 ? (
    "Nothing recorded"
  ) : (
    <ul>
      {values.map(({ name, value }) => (
        <li key={name} className="wrap-anywhere">
          <span className="text-muted">{name}:</span> <bdi>{value}</bdi>
        </li>
      ))}
    </ul>
  );

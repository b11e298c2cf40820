import type { DeliveryView, EndpointPage } from "@/lib/staff/set-up/endpoints";
import { SummaryList } from "../ui/SummaryList";
import { DataTable } from "./DataTable";
import { TextLink } from "./Endpoints";
import { Moment } from "./Moment";
import { LITERAL, Status, Term } from "./Status";

interface Place {
  /** The page of the endpoint. */
  address: string;
  timeZone: string;
}

export const DeliveryLog = ({
  deliveries,
  address,
  timeZone,
}: Place & { deliveries: readonly DeliveryView[] }) => (
  <DataTable
    caption="Deliveries, newest first"
    empty="Nothing is here. Whatever is sent to the endpoint appears when it is scheduled."
    columns={[
      { head: "Event" },
      { head: "Status" },
      { head: "Last response", isWide: true },
      { head: "Next attempt", isWide: true },
    ]}
    rows={deliveries.map((one) => ({
      key: one.id,
      cells: [
        <span key="event">
          <TextLink href={`${address}?delivery=${one.id}`}>{one.what}</TextLink>
          <span className="block text-sm">
            <Moment at={one.createdAt} timeZone={timeZone} />
          </span>
          <Term>{`${one.eventType} · ${one.kind}`}</Term>
        </span>,
        <Status key="status" of={one.status} term={attempts(one.made)} />,
        one.response ?? "None yet",
        one.nextAt && <Moment key="next" at={one.nextAt} timeZone={timeZone} />,
      ],
    }))}
  />
);

const attempts = (made: number) => `${made} ${made === 1 ? "attempt" : "attempts"}`;

interface Opened extends Place {
  delivery: NonNullable<EndpointPage["opened"]>;
  /** Of the provider's console. */
  home: string;
  canChange: boolean;
}

/** One delivery with each attempt: what was sent, and what came back. */
export function Delivery({ delivery, address, home, timeZone, canChange }: Opened) {
  const { id, checkoutId, attempts: all, body } = delivery;
  return (
    <section className="space-y-4">
      <h2>{delivery.what}</h2>
      <SummaryList
        items={[
          { term: "Status", value: <Status of={delivery.status} term={delivery.status.term} /> },
          { term: "Kind", value: delivery.kind },
          { term: "Scheduled", value: <Moment at={delivery.createdAt} timeZone={timeZone} /> },
          ...(delivery.nextAt
            ? [{ term: "Next attempt", value: <Moment at={delivery.nextAt} timeZone={timeZone} /> }]
            : []),
          { term: "Event", value: <Term>{`${delivery.eventType} · ${delivery.eventId}`}</Term> },
          { term: "Delivery", value: <Term>{id}</Term> },
          ...(checkoutId
            ? [
                {
                  term: "Checkout",
                  value: <TextLink href={`${home}/checkouts/${checkoutId}`}>{checkoutId}</TextLink>,
                },
              ]
            : []),
        ]}
      />
      {all.length === 0 && <p>Nothing was sent yet. Load this page again in a few seconds.</p>}
      {all.map((one) => (
        <section key={one.number} className="space-y-2">
          <h3>Attempt {one.number}</h3>
          <p>
            <Moment at={one.startedAt} timeZone={timeZone} />, {one.durationMs} ms:{" "}
            {one.responseStatus === null ? "no response" : `the response was ${one.responseStatus}`}
            {one.fault && ` (${one.fault})`}.
          </p>
          <Text label="Headers of the request">{one.headers.join("\n")}</Text>
          <Text label="Body of the response">{one.responseBody}</Text>
        </section>
      ))}
      <Text label="Body of the request">{body}</Text>
      <p className="flex flex-wrap gap-x-6">
        {canChange && delivery.hasEvent && (
          <TextLink href={`${home}/set-up/endpoints/${id}/resend`}>Send this event again</TextLink>
        )}
        <TextLink href={address}>All deliveries</TextLink>
      </p>
    </section>
  );
}

const Text = ({ label, children }: { label: string; children: string | null }) => (
  <div>
    <p className="text-muted text-sm">{label}</p>
    <pre className={`wrap-anywhere whitespace-pre-wrap text-sm ${LITERAL}`}>
      {children || "Empty, or not kept"}
    </pre>
  </div>
);

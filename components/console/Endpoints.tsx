import type { ReactNode } from "react";
import type { EndpointView } from "@/lib/staff/set-up/endpoints";
import { SummaryList } from "../ui/SummaryList";
import { DataTable } from "./DataTable";
import { Moment } from "./Moment";
import { Status, Term } from "./Status";

interface Place {
  /** Of the page of endpoints. */
  home: string;
  timeZone: string;
  canChange: boolean;
}

interface Of extends Place {
  endpoint: EndpointView;
}

export const TextLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} className="wrap-anywhere inline-flex min-h-6 items-center">
    {children}
  </a>
);

export const EndpointList = ({ endpoints, ...place }: Place & { endpoints: readonly EndpointView[] }) => (
  <DataTable
    caption="Webhook endpoints, oldest first"
    empty="There is no endpoint yet, so events are sent nowhere."
    columns={[{ head: "Address" }, { head: "Status" }, ...(place.canChange ? [{ head: "Change" }] : [])]}
    rows={endpoints.map((endpoint) => ({
      key: endpoint.id,
      cells: [
        <span key="address">
          <TextLink href={`${place.home}/${endpoint.id}`}>{endpoint.url}</TextLink>
          {endpoint.description && <bdi className="block text-sm">{endpoint.description}</bdi>}
          <Types endpoint={endpoint} />
        </span>,
        <Standing key="status" endpoint={endpoint} {...place} />,
        <EndpointActions key="change" endpoint={endpoint} {...place} />,
      ],
    }))}
  />
);

const Types = ({ endpoint: { eventTypes } }: Pick<Of, "endpoint">) => (
  <Term>{eventTypes.join(", ") || "All events"}</Term>
);

function Standing({ endpoint: { standing, secretRotatingUntil }, timeZone }: Of) {
  return (
    <>
      <Status of={standing} />
      <span className="block text-sm">
        {standing.since && (
          <>
            Since <Moment at={standing.since} timeZone={timeZone} />.{" "}
          </>
        )}
        {standing.why}
      </span>
      {secretRotatingUntil && (
        <span className="block text-sm">
          The old secret signs too until <Moment at={secretRotatingUntil} timeZone={timeZone} />.
        </span>
      )}
    </>
  );
}

function EndpointActions({ endpoint: { id, isDisabled }, home }: Pick<Of, "endpoint" | "home">) {
  const all = [
    ["change", "Change"],
    ["rotate", "Rotate the secret"],
    ...(isDisabled
      ? [["enable", "Enable"]]
      : [
          ["test", "Send a test"],
          ["replay", "Send a period again"],
          ["disable", "Disable"],
        ]),
    ["delete", "Delete"],
  ];
  return (
    <span className="flex flex-wrap gap-x-4">
      {all.map(([key, label]) => (
        <TextLink key={key} href={`${home}/${id}/${key}`}>
          {label}
        </TextLink>
      ))}
    </span>
  );
}

export const EndpointSummary = ({ endpoint, ...place }: Of) => (
  <SummaryList
    items={[
      { term: "Address", value: <span className="wrap-anywhere">{endpoint.url}</span> },
      ...(endpoint.description
        ? [{ term: "Description", value: <bdi key="bdi">{endpoint.description}</bdi> }]
        : []),
      { term: "Status", value: <Standing endpoint={endpoint} {...place} /> },
      { term: "Events", value: <Types endpoint={endpoint} /> },
      { term: "Added", value: <Moment at={endpoint.createdAt} timeZone={place.timeZone} /> },
      { term: "Id", value: <Term>{endpoint.id}</Term> },
      ...(place.canChange
        ? [{ term: "Change", value: <EndpointActions endpoint={endpoint} home={place.home} /> }]
        : []),
    ]}
  />
);

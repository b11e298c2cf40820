import { ConsoleShell } from "@/components/console/ConsoleShell";
import { DataTable } from "@/components/console/DataTable";
import { Moment } from "@/components/console/Moment";
import { Status, Term } from "@/components/console/Status";
import { Button } from "@/components/ui/Button";
import { Field } from "@/components/ui/Field";
import { SelectField } from "@/components/ui/SelectField";
import { type AskedRequests, REQUEST_NAMES, STATUS_LABELS } from "@/lib/staff/set-up/requests";
import { requestWord } from "@/lib/staff/words";
import { keysOf } from "@/packages/text/narrow";
import { published } from "@/server/instance/published";
import { asked, type ConsoleProps, callerOf } from "../../../guard";

export const metadata = { title: "Requests – Console" };

const STATUSES = [
  { value: "", label: "Any" },
  ...keysOf(STATUS_LABELS).map((value) => ({ value, label: STATUS_LABELS[value] })),
];

export default async function RequestsPage(props: ConsoleProps & { params: Promise<{ code: string }> }) {
  const caller = await callerOf((await props.params).code);
  const given: AskedRequests = {};
  for (const name of REQUEST_NAMES) given[name] = (await asked(props, name)) || undefined;
  const { rows, next } = await published().pages.staffRecords.requests(caller, given);
  const { code, timeZone } = caller.provider;
  const home = `/console/${code}/set-up/requests`;
  const step = (label: string, before: string | undefined) => (
    <a href={hrefOf(home, { ...given, before })} className="inline-flex min-h-12 items-center">
      {label}
    </a>
  );
  return (
    <ConsoleShell title="Requests" who={caller} current="set-up" width="page">
      <p className="max-w-[66ch]">
        What your systems asked of the API in the last 7 days, a few seconds after they did. It has no bodies
        and no headers, and after a fault of the service some requests may be missing.
      </p>
      <search>
        <form action={home} className="flex flex-wrap items-end gap-3">
          <div className="min-w-0 flex-1 basis-64">
            <Field
              id="q"
              name="q"
              type="search"
              label="Request id or path"
              hint="A whole path, such as /v1/events"
              maxLength={300}
              defaultValue={given.q}
              autoComplete="off"
              spellCheck={false}
            />
          </div>
          <SelectField
            id="status"
            name="status"
            label="Status"
            options={STATUSES}
            defaultValue={given.status}
          />
          <Button kind="secondary">Filter</Button>
        </form>
      </search>
      <DataTable
        empty="There is no such request in the log."
        caption="Requests, newest first"
        columns={[{ head: "Request" }, { head: "Status" }, { head: "Took", isWide: true }, { head: "When" }]}
        rows={rows.map((row) => ({
          key: row.id,
          cells: [
            <span key="request">
              <span className="font-medium">
                {row.method} {row.path === "none" ? "an address that does not exist" : row.path}
              </span>
              <Term>{[row.operation, row.id, row.keyId].filter(Boolean).join(" · ")}</Term>
            </span>,
            <span key="status">
              <Status of={requestWord(row)} term={row.isReplay ? "the first response again" : null} />
              {row.code && <a href={`/docs/problems/${row.code}`}>{row.code}</a>}
            </span>,
            `${row.durationMs.toLocaleString("en-AU")} ms`,
            <Moment key="at" at={row.at} timeZone={timeZone} />,
          ],
        }))}
      />
      <p className="flex flex-wrap gap-x-6">
        {given.before && step("Newest", undefined)}
        {next && step("Older", next)}
      </p>
    </ConsoleShell>
  );
}

const hrefOf = (home: string, query: AskedRequests) =>
  `${home}?${new URLSearchParams(Object.entries(query).filter(([, value]) => value))}`;

import { ConsoleShell } from "@/components/console/ConsoleShell";
import { DataTable } from "@/components/console/DataTable";
import { Moment } from "@/components/console/Moment";
import { Status, Term } from "@/components/console/Status";
import { LinkButton } from "@/components/ui/Button";
import { KEY_WORDS } from "@/lib/staff/words";
import { published } from "@/server/instance/published";
import { callerOf } from "../../../guard";

export const metadata = { title: "API keys – Console" };

export default async function KeysPage({ params }: { params: Promise<{ code: string }> }) {
  const caller = await callerOf((await params).code, "set_up");
  const keys = await published().pages.staffRecords.keys(caller);
  const { code, timeZone } = caller.provider;
  const home = `/console/${code}/set-up/keys`;
  const moment = (at: Date | null, otherwise: string) =>
    at ? <Moment at={at} timeZone={timeZone} /> : otherwise;
  return (
    <ConsoleShell title="API keys" who={caller} current="set-up" width="page">
      <LinkButton href={`${home}/new/issue`}>Issue an API key</LinkButton>
      <DataTable
        empty="There is no key yet, so no system can use the API."
        caption="API keys, newest first"
        columns={[
          { head: "Key" },
          { head: "Status" },
          { head: "Last used", isWide: true },
          { head: "Ends", isWide: true },
          { head: "Change" },
        ]}
        rows={keys.map((key) => ({
          key: key.id,
          cells: [
            <span key="key">
              <bdi className="font-medium">{key.label}</bdi>
              <Term>{`…${key.lastFour} · ${key.id}`}</Term>
              <span className="block text-sm">May do: {key.scopes.join(", ")}</span>
            </span>,
            <Status key="status" of={KEY_WORDS[key.status]} term={key.replacedBy && "replaced"} />,
            moment(key.lastUsedAt, "Never"),
            moment(key.revokedAt ?? key.expiresAt, "Never"),
            key.status === "active" && (
              <span key="change" className="flex flex-wrap gap-x-4">
                {key.replacedBy === null && <a href={`${home}/${key.id}/rotate`}>Rotate</a>}
                <a href={`${home}/${key.id}/revoke`}>Revoke</a>
              </span>
            ),
          ],
        }))}
      />
    </ConsoleShell>
  );
}

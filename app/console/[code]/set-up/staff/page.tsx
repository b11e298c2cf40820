import { ConsoleShell } from "@/components/console/ConsoleShell";
import { DataTable } from "@/components/console/DataTable";
import { LinkButton } from "@/components/ui/Button";
import { published } from "@/server/instance/published";
import { callerOf } from "../../../guard";

export const metadata = { title: "Staff – Console" };

export default async function StaffPage({ params }: { params: Promise<{ code: string }> }) {
  const caller = await callerOf((await params).code, "set_up");
  const colleagues = await published().pages.staffRecords.colleagues(caller);
  const home = `/console/${caller.provider.code}/set-up/staff`;
  return (
    <ConsoleShell title="Staff" who={caller} current="set-up" width="page">
      <LinkButton href={`${home}/new/invite`}>Invite a colleague</LinkButton>
      <DataTable
        empty="Nobody has a role here yet."
        caption="Staff, by name"
        columns={[
          { head: "Person" },
          { head: "Role" },
          { head: "Authenticator app", isWide: true },
          { head: "Change" },
        ]}
        rows={colleagues.map(({ id, name, email, role, hasSecondFactor, isSelf, changes }) => ({
          key: id,
          cells: [
            <span key="person">
              <bdi className="font-medium">{name}</bdi>
              {isSelf && " (you)"}
              <bdi className="block text-muted text-sm">{email}</bdi>
            </span>,
            role,
            hasSecondFactor ? "On" : "Off",
            <span key="change" className="flex flex-wrap gap-x-4">
              {changes.map(({ key, title }) => (
                <a key={key} href={`${home}/${id}/${key}`} className="inline-flex min-h-6">
                  {title}
                </a>
              ))}
            </span>,
          ],
        }))}
      />
    </ConsoleShell>
  );
}

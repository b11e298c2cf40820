import { ActList } from "@/components/console/Acts";
import { ConsoleShell } from "@/components/console/ConsoleShell";
import { published } from "@/server/instance/published";
import { asked, type ConsoleProps, callerOf } from "../../guard";

export const metadata = { title: "Audit log – Console" };

export default async function AuditPage(props: ConsoleProps & { params: Promise<{ code: string }> }) {
  const caller = await callerOf((await props.params).code, "audit");
  const before = await asked(props, "before");
  const { acts, next } = await published().pages.staffRecords.audit(caller, before);
  const home = `/console/${caller.provider.code}`;
  return (
    <ConsoleShell title="Audit log" who={caller} current="audit" width="page">
      <ActList acts={acts} home={home} timeZone={caller.provider.timeZone} />
      <p className="flex flex-wrap gap-x-6">
        {before && (
          <a href={`${home}/audit`} className="inline-flex min-h-12 items-center">
            Newest
          </a>
        )}
        <a href={`${home}/audit.csv`} className="inline-flex min-h-12 items-center">
          Download as CSV
        </a>
        {next !== null && (
          <a href={`${home}/audit?before=${next}`} className="inline-flex min-h-12 items-center">
            Older
          </a>
        )}
      </p>
    </ConsoleShell>
  );
}

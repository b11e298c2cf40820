import { ConsoleShell } from "@/components/console/ConsoleShell";
import { SummaryList } from "@/components/ui/SummaryList";
import { callerOf } from "../guard";

export const metadata = { title: "Enrolments – Console" };

export default async function ProviderPage({ params }: { params: Promise<{ code: string }> }) {
  const caller = await callerOf((await params).code);
  return (
    <ConsoleShell
      title={caller.provider.name}
      who={caller}
      provider={caller.provider}
      current="home"
      width="page"
    >
      <SummaryList
        items={[
          { term: "Signed in as", value: `${caller.name} (${caller.email})` },
          { term: "Role", value: caller.role },
        ]}
      />
    </ConsoleShell>
  );
}

import { Attention } from "@/components/console/Attention";
import { ConsoleShell } from "@/components/console/ConsoleShell";
import { published } from "@/server/instance/published";
import { callerOf } from "../../guard";

export const metadata = { title: "Needs attention – Console" };

export default async function AttentionPage({ params }: { params: Promise<{ code: string }> }) {
  const caller = await callerOf((await params).code);
  const parts = await published().pages.staffRecords.attention(caller);
  const { code, timeZone } = caller.provider;
  return (
    <ConsoleShell
      title="Needs attention"
      who={caller}
      provider={caller.provider}
      current="attention"
      width="page"
    >
      <Attention parts={parts} home={`/console/${code}`} timeZone={timeZone} />
    </ConsoleShell>
  );
}

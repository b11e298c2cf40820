import { Attention } from "@/components/console/Attention";
import { ConsoleShell } from "@/components/console/ConsoleShell";
import { attentionActionsOf } from "@/lib/staff/set-up/table";
import { published } from "@/server/instance/published";
import { asked, type ConsoleProps, callerOf } from "../../guard";

export const metadata = { title: "Needs attention – Console" };

export default async function AttentionPage(props: ConsoleProps & { params: Promise<{ code: string }> }) {
  const caller = await callerOf((await props.params).code);
  const isPutOff = (await asked(props, "show")) === "put-off";
  const parts = await published().pages.staffRecords.attention(caller, isPutOff);
  const { code, timeZone } = caller.provider;
  const home = `/console/${code}`;
  return (
    <ConsoleShell title="Needs attention" who={caller} current="attention" width="page">
      <Attention
        parts={parts.map((part) => ({ ...part, actions: attentionActionsOf(caller, part.kind) }))}
        isPutOff={isPutOff}
        home={home}
        timeZone={timeZone}
      />
      <p>
        {isPutOff ? (
          <a href={`${home}/attention`}>See what needs attention now</a>
        ) : (
          <a href={`${home}/attention?show=put-off`}>See what is put off</a>
        )}
      </p>
    </ConsoleShell>
  );
}

import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { ActReceipt } from "@/components/console/Acts";
import { ConsoleShell } from "@/components/console/ConsoleShell";
import { published } from "@/server/instance/published";
import { callerOf } from "../../../guard";

interface Props {
  params: Promise<{ code: string; id: string }>;
}

const openPage = cache(async (code: string, id: string) => {
  const caller = await callerOf(code);
  return { caller, act: (await published().pages.staffRecords.act(caller, id)) ?? notFound() };
});

async function pageAt({ params }: Props) {
  const { code, id } = await params;
  return openPage(code, id);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: `${(await pageAt(props)).act.what}, receipt – Console` };
}

export default async function ActPage(props: Props) {
  const { caller, act } = await pageAt(props);
  const { code, timeZone } = caller.provider;
  return (
    <ConsoleShell title={act.what} who={caller} provider={caller.provider}>
      <ActReceipt act={act} home={`/console/${code}`} timeZone={timeZone} />
    </ConsoleShell>
  );
}

import type { Metadata } from "next";
import { ActReceipt } from "@/components/console/Acts";
import { ConsoleShell } from "@/components/console/ConsoleShell";
import { published } from "@/server/instance/published";
import { openedBy } from "../../../guard";

interface Props {
  params: Promise<{ code: string; id: string }>;
}

const openPage = openedBy((caller, id: string) => published().pages.staffRecords.act(caller, id));

async function pageAt({ params }: Props) {
  const { code, id } = await params;
  return openPage(code, id);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: `${(await pageAt(props)).page.what}, receipt – Console` };
}

export default async function ActPage(props: Props) {
  const { caller, page: act } = await pageAt(props);
  const { code, timeZone } = caller.provider;
  return (
    <ConsoleShell title={act.what} who={caller}>
      <ActReceipt act={act} home={`/console/${code}`} timeZone={timeZone} />
    </ConsoleShell>
  );
}

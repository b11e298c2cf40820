import type { Metadata } from "next";
import { Answers } from "@/components/console/Checkout";
import { ConsoleShell } from "@/components/console/ConsoleShell";
import { Records } from "@/components/console/Records";
import { published } from "@/server/instance/published";
import { openedBy } from "../../../guard";

interface Props {
  params: Promise<{ code: string; id: string }>;
}

const openPage = openedBy((caller, id: string) => published().pages.staffRecords.checkout(caller, id));

async function pageAt({ params }: Props) {
  const { code, id } = await params;
  return openPage(code, id);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { page } = await pageAt(props);
  return { title: `${page.who.name}, ${page.who.reference} – Console` };
}

export default async function CheckoutPage(props: Props) {
  const { caller, page } = await pageAt(props);
  return (
    <ConsoleShell title={page.who.name} who={caller} width="page">
      <Answers page={page} />
      <Records page={page} />
    </ConsoleShell>
  );
}

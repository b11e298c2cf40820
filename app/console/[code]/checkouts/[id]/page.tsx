import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { Answers } from "@/components/console/Checkout";
import { ConsoleShell } from "@/components/console/ConsoleShell";
import { Records } from "@/components/console/Records";
import { published } from "@/server/instance/published";
import { callerOf } from "../../../guard";

interface Props {
  params: Promise<{ code: string; id: string }>;
}

const openPage = cache(async (code: string, id: string) => {
  const caller = await callerOf(code);
  return { caller, page: (await published().pages.staffRecords.checkout(caller, id)) ?? notFound() };
});

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
    <ConsoleShell title={page.who.name} who={caller} provider={caller.provider} width="page">
      <Answers page={page} />
      <Records page={page} />
    </ConsoleShell>
  );
}

import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { RequestsPage } from "@/components/sandbox/RequestsPage";
import { published } from "@/server/instance/published";

export const metadata: Metadata = { title: "Requests – Provider Checkout" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Requests({ searchParams }: Props) {
  const { pages } = published();
  if (!pages.seesSandbox(await headers())) notFound();
  const providers = await pages.sandbox.providers();
  const { provider } = await searchParams;
  const home = providers.find(({ code }) => code === pages.homeProviderCode) ?? providers[0];
  const code = typeof provider === "string" ? provider : home?.code;
  const found = code === undefined ? null : await pages.sandbox.requests(code);
  if (code !== undefined && !found) notFound();
  return <RequestsPage providers={providers} code={code} keys={found?.keys ?? []} />;
}

import type { Metadata } from "next";
import { headers } from "next/headers";
import { PlanLine, PlanSummary } from "@/components/setup/PlanSummary";
import { ServiceAgreement } from "@/components/setup/ServiceAgreement";
import { SetupFlow } from "@/components/setup/SetupFlow";
import { LinkNotActive } from "@/components/setup/SetupShell";
import { published } from "@/lib/api/published";
import { postSetup, sendSetup } from "./actions";

/** Without a title, because each step at this address has one of its own. */
export const metadata: Metadata = { title: null, robots: { index: false, follow: false } };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SetupPage({ searchParams }: Props) {
  const [query, sent] = [await searchParams, await headers()];
  const { setup } = published().pages;
  const session = one(query.session) ?? "";
  const asked = { parentOrigin: one(query.parent_origin), returnUrl: one(query.return_url) };
  const page = await setup.open(session, asked);
  // For a form only: the proxy answers a GET of such a link with a 404.
  if (!page) return <LinkNotActive />;
  const { view, plan, ...facts } = page;
  return (
    <SetupFlow
      session={session}
      initial={setup.answerOf(session, sent) ?? view}
      facts={facts}
      planLine={<PlanLine plan={plan} />}
      plan={<PlanSummary plan={plan} provider={page.provider.name} />}
      agreement={<ServiceAgreement provider={page.provider.name} />}
      post={postSetup}
      send={sendSetup}
    />
  );
}

function one(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

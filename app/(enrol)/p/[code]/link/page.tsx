import { notFound } from "next/navigation";
import { LinkAsked, LinkDesk } from "@/components/portal/LinkDesk";
import { published } from "@/lib/api/published";
import { askForLink } from "../../../link/actions";

interface Props {
  params: Promise<{ code: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata({ params, searchParams }: Props) {
  const portal = await published().pages.portal.open((await params).code);
  if (!portal) return { title: "Page not found" };
  const title = "sent" in (await searchParams) ? "Check your email" : "Get a new link";
  return { title: `${title} – ${portal.provider.name}` };
}

/** A new link to enrolments at this provider. */
export default async function ProviderLinkPage({ params, searchParams }: Props) {
  const { portal, keptMail } = published().pages;
  const found = await portal.open((await params).code);
  if (!found) notFound();
  const home = `/p/${found.provider.code}`;
  const provider = { ...found.provider, href: home };
  if ("sent" in (await searchParams))
    return <LinkAsked provider={provider} again={`${home}/link`} isKept={keptMail !== null} />;
  return (
    <LinkDesk
      provider={provider}
      action={found.mailsLinks ? askForLink.bind(null, found.provider.code) : null}
    />
  );
}

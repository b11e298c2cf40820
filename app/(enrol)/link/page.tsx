import { LinkAsked, LinkDesk } from "@/components/portal/LinkDesk";
import { published } from "@/lib/api/published";
import { askForLink } from "./actions";

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const OURS = { name: "Provider Checkout", href: "/" };

export async function generateMetadata({ searchParams }: Props) {
  const title = "sent" in (await searchParams) ? "Check your email" : "Get a new link";
  return { title: `${title} – ${OURS.name}` };
}

/** For whoever has a link that opens nothing: of which provider it was, nobody can say. */
export default async function LinkPage({ searchParams }: Props) {
  const { portal, keptMail } = published().pages;
  if ("sent" in (await searchParams))
    return <LinkAsked provider={OURS} again="/link" isKept={keptMail !== null} />;
  return <LinkDesk provider={OURS} action={portal.writes() ? askForLink.bind(null, null) : null} />;
}

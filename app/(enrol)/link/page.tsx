import { LinkPage, linkTitle } from "@/components/portal/LinkPage";
import { published } from "@/server/instance/published";
import type { PortalProps } from "../portal";
import { withRefusal } from "../visit";
import { askForLink } from "./actions";

type Props = Pick<PortalProps, "searchParams">;

const OURS = { name: "Provider Checkout", href: "/" };

export const generateMetadata = async ({ searchParams }: Props) => ({
  title: await withRefusal(`${linkTitle("sent" in (await searchParams))} – ${OURS.name}`),
});

/** For a link that opens nothing, whose provider cannot be known. */
export default async function AnyLinkPage({ searchParams }: Props) {
  const { portal, keepsMail } = published().pages;
  return (
    <LinkPage
      provider={OURS}
      again="/link"
      action={portal.sendsMail() ? askForLink.bind(null, null) : null}
      isSent={"sent" in (await searchParams)}
      isKept={keepsMail}
    />
  );
}

import { LinkPage, linkTitle } from "@/components/portal/LinkPage";
import { published } from "@/server/instance/published";
import type { PortalProps } from "../portal";
import { withRefusal } from "../visit";
import { askForLink } from "./actions";

type Props = Pick<PortalProps, "searchParams">;

export const generateMetadata = async ({ searchParams }: Props) => ({
  title: await withRefusal(`${linkTitle("sent" in (await searchParams))} – Provider Checkout`),
});

/** For a link that opens nothing, whose provider cannot be known. */
export default async function AnyLinkPage({ searchParams }: Props) {
  const { portal, keepsMail } = published().pages;
  return (
    <LinkPage
      action={portal.sendsMail() ? askForLink.bind(null, null) : null}
      isSent={"sent" in (await searchParams)}
      isKept={keepsMail}
    />
  );
}

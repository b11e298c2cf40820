import { LinkPage, linkTitle } from "@/components/portal/LinkPage";
import { published } from "@/server/instance/published";
import { askForLink } from "../../../link/actions";
import { type PortalProps, portalAt } from "../../../portal";
import { withRefusal } from "../../../visit";

export async function generateMetadata(props: PortalProps) {
  const { provider } = await portalAt(props);
  return {
    title: await withRefusal(`${linkTitle("sent" in (await props.searchParams))} – ${provider.name}`),
  };
}

export default async function ProviderLinkPage(props: PortalProps) {
  const { provider, mailsLinks } = await portalAt(props);
  return (
    <LinkPage
      provider={provider}
      action={mailsLinks ? askForLink.bind(null, provider.code) : null}
      isSent={"sent" in (await props.searchParams)}
      isKept={published().pages.keepsMail}
    />
  );
}

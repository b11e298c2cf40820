import { PublishedTextPage } from "@/components/portal/PublishedTextPage";
import { type PortalProps, portalAt, textMetadata } from "../../../portal";

const TITLE = "Privacy policy";

export const generateMetadata = (props: PortalProps) =>
  textMetadata(props, TITLE, (name) => `What ${name} does with what students tell it.`);

export default async function PrivacyPage(props: PortalProps) {
  const { provider, privacy } = await portalAt(props);
  return <PublishedTextPage provider={provider} title={TITLE} text={privacy} />;
}

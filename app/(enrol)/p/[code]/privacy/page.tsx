import { PolicyPage } from "@/components/portal/PolicyPage";
import { type PortalProps, policyMetadata, portalAt } from "../../../portal";

const TITLE = "Privacy policy";

export const generateMetadata = (props: PortalProps) =>
  policyMetadata(props, TITLE, (name) => `What ${name} does with what students tell it.`);

export default async function PrivacyPage(props: PortalProps) {
  const { provider, privacy } = await portalAt(props);
  return <PolicyPage provider={provider} title={TITLE} text={privacy} />;
}

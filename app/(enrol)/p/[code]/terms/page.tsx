import { PolicyPage } from "@/components/portal/PolicyPage";
import { type PortalProps, policyMetadata, portalAt } from "../../../portal";

const TITLE = "Terms and Conditions";

export const generateMetadata = (props: PortalProps) =>
  policyMetadata(props, TITLE, (name) => `What a student agrees to who enrols in a course of ${name}.`);

export default async function TermsPage(props: PortalProps) {
  const { provider, terms } = await portalAt(props);
  return <PolicyPage provider={provider} title={TITLE} text={terms} />;
}

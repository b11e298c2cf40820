import { PublishedTextPage } from "@/components/portal/PublishedTextPage";
import { type PortalProps, portalAt, textMetadata } from "../../../portal";

const TITLE = "Terms and Conditions";

export const generateMetadata = (props: PortalProps) =>
  textMetadata(props, TITLE, (name) => `What a student agrees to who enrols in a course of ${name}.`);

export default async function TermsPage(props: PortalProps) {
  const { provider, terms } = await portalAt(props);
  return <PublishedTextPage provider={provider} title={TITLE} text={terms} />;
}

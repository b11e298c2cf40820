import { PublishedTextPage } from "@/components/portal/PublishedTextPage";
import { type PortalProps, portalAt, textMetadata } from "../../../portal";

const TITLE = "Refund policy";

export const generateMetadata = (props: PortalProps) =>
  textMetadata(
    props,
    TITLE,
    (name) => `What a student of ${name} gets back after withdrawing from a course.`,
  );

export default async function RefundsPage(props: PortalProps) {
  const { provider, refunds } = await portalAt(props);
  return <PublishedTextPage provider={provider} title={TITLE} text={refunds} />;
}

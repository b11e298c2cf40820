import { PolicyPage } from "@/components/portal/PolicyPage";
import { type PortalProps, policyMetadata, portalAt } from "../../../portal";

const TITLE = "Refund policy";

export const generateMetadata = (props: PortalProps) =>
  policyMetadata(
    props,
    TITLE,
    (name) => `What a student of ${name} gets back after withdrawing from a course.`,
  );

export default async function RefundsPage(props: PortalProps) {
  const { provider, refunds } = await portalAt(props);
  return <PolicyPage provider={provider} title={TITLE} text={refunds} />;
}

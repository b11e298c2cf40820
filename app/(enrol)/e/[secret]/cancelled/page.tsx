import { PlanEnded } from "@/components/portal/PlanEnded";
import { type EnrolmentProps, enrolmentAt, titleOf } from "../guard";

const TITLE = "Your payment plan was cancelled";

export const generateMetadata = (props: EnrolmentProps) => titleOf(props, TITLE);

export default async function CancelledPage(props: EnrolmentProps) {
  return <PlanEnded view={await enrolmentAt(props, "cancelled")} title={TITLE} how="was cancelled" />;
}

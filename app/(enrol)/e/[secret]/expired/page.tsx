import { PlanEnded } from "@/components/portal/PlanEnded";
import { type EnrolmentProps, enrolmentAt, titleOf } from "../guard";

const TITLE = "Your payment plan has expired";

export const generateMetadata = (props: EnrolmentProps) => titleOf(props, TITLE);

export default async function ExpiredPage(props: EnrolmentProps) {
  return (
    <PlanEnded view={await enrolmentAt(props, "expired")} title={TITLE} how="was not confirmed in time" />
  );
}

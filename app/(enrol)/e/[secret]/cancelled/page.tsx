import { PlanEnded } from "@/components/portal/PlanEnded";
import { STEP_TITLES } from "@/components/portal/titles";
import { type EnrolmentProps, enrolmentAt, titleOf } from "../guard";

export const generateMetadata = (props: EnrolmentProps) => titleOf(props, STEP_TITLES.cancelled);

export default async function CancelledPage(props: EnrolmentProps) {
  return (
    <PlanEnded
      view={await enrolmentAt(props, "cancelled")}
      title={STEP_TITLES.cancelled}
      how="was cancelled"
    />
  );
}

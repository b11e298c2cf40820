import { PlanEnded } from "@/components/portal/PlanEnded";
import { STEP_TITLES } from "@/components/portal/titles";
import { type EnrolmentProps, enrolmentAt, titleOf } from "../guard";

export const generateMetadata = (props: EnrolmentProps) => titleOf(props, STEP_TITLES.expired);

export default async function ExpiredPage(props: EnrolmentProps) {
  return (
    <PlanEnded
      view={await enrolmentAt(props, "expired")}
      title={STEP_TITLES.expired}
      how="was not confirmed in time"
    />
  );
}

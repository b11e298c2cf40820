import { Review } from "@/components/portal/Review";
import { STEP_TITLES } from "@/components/portal/titles";
import { type EnrolmentProps, enrolmentAt, titleOf } from "../guard";
import { confirmPlan } from "./actions";

export const generateMetadata = (props: EnrolmentProps) => titleOf(props, STEP_TITLES.review);

export default async function ReviewPage(props: EnrolmentProps) {
  const view = await enrolmentAt(props, "review");
  return <Review view={view} action={confirmPlan.bind(null, view.secret, view.checkoutId ?? "")} />;
}

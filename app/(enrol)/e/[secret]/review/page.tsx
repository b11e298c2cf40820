import { EnrolmentPage } from "@/components/portal/EnrolmentPage";
import { Review } from "@/components/portal/Review";
import { type EnrolmentProps, enrolmentAt, titleOf } from "../guard";
import { confirmPlan } from "./actions";

const TITLE = "Review and confirm";

export const generateMetadata = (props: EnrolmentProps) => titleOf(props, TITLE);

export default async function ReviewPage(props: EnrolmentProps) {
  const view = await enrolmentAt(props, "review");
  return (
    <EnrolmentPage view={view} number={4} title={TITLE}>
      <Review view={view} action={confirmPlan.bind(null, view.secret, view.checkoutId ?? "")} />
    </EnrolmentPage>
  );
}

import { STEP_TITLES } from "@/components/portal/titles";
import { YourDetails } from "@/components/portal/YourDetails";
import { type EnrolmentProps, enrolmentAt, titleOf } from "../guard";
import { saveDetails } from "./actions";

export const generateMetadata = (props: EnrolmentProps) => titleOf(props, STEP_TITLES.details);

export default async function DetailsPage(props: EnrolmentProps) {
  const view = await enrolmentAt(props, "details");
  return <YourDetails view={view} action={saveDetails.bind(null, view.secret)} />;
}

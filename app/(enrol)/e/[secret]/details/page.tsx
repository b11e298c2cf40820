import { DetailsForm } from "@/components/portal/DetailsForm";
import { EnrolmentPage } from "@/components/portal/EnrolmentPage";
import { type EnrolmentProps, enrolmentAt, titleOf } from "../guard";
import { saveDetails } from "./actions";

const TITLE = "Your details";

export const generateMetadata = (props: EnrolmentProps) => titleOf(props, TITLE);

export default async function DetailsPage(props: EnrolmentProps) {
  const view = await enrolmentAt(props, "details");
  return (
    <EnrolmentPage view={view} number={1} title={TITLE}>
      <DetailsForm action={saveDetails.bind(null, view.secret)} student={view.student} />
    </EnrolmentPage>
  );
}

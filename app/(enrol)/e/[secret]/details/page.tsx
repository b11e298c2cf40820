import { DetailsForm } from "@/components/portal/DetailsForm";
import { EnrolmentPage } from "@/components/portal/EnrolmentPage";
import { Notice } from "@/components/ui/Notice";
import { type EnrolmentProps, enrolmentAt, titleOf } from "../guard";
import { saveDetails } from "./actions";

const TITLE = "Your details";

export const generateMetadata = (props: EnrolmentProps) => titleOf(props, TITLE);

export default async function DetailsPage(props: EnrolmentProps) {
  const view = await enrolmentAt(props, "details");
  return (
    <EnrolmentPage view={view} number={1} title={TITLE}>
      <p className="text-muted">
        {view.provider.name} needs these to enrol you
        {view.mailsStudents && " and to email you your receipt or agreement"}.
      </p>
      <DetailsForm action={saveDetails.bind(null, view.secret)} student={view.student}>
        {(view.step === "bank" || view.step === "review") && (
          <Notice kind="info">
            You have started a payment plan. If you change your details, you will need to authorise your bank
            account again.
          </Notice>
        )}
      </DetailsForm>
    </EnrolmentPage>
  );
}

import type { EnrolmentView } from "@/lib/enrolment/view";
import type { FormAction } from "../forms/form-state";
import { Notice } from "../ui/Notice";
import { DetailsForm } from "./DetailsForm";
import { EnrolmentPage } from "./EnrolmentPage";
import { STEP_TITLES } from "./titles";

/** Step 1: who enrols. */
export function YourDetails({ view, action }: { view: EnrolmentView; action: FormAction }) {
  return (
    <EnrolmentPage view={view} number={1} title={STEP_TITLES.details}>
      <p className="text-muted">
        {view.provider.name} needs these to enrol you
        {view.mailsStudents && " and to email you your receipt or agreement"}.
      </p>
      <DetailsForm action={action} student={view.student}>
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

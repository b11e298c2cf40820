import { PaymentChecked } from "@/components/card/PaymentChecked";
import { Done } from "@/components/portal/Done";
import { EnrolmentPage } from "@/components/portal/EnrolmentPage";
import { HowToPay } from "@/components/portal/HowToPay";
import { PlanEnded } from "@/components/portal/PlanEnded";
import { Review } from "@/components/portal/Review";
import { STEP_TITLES } from "@/components/portal/titles";
import { YourDetails } from "@/components/portal/YourDetails";
import { Notice } from "@/components/ui/Notice";
import type { EnrolmentView } from "@/lib/enrolment/view";
import { published } from "@/server/instance/published";
import { saveDetails } from "../../../../../(enrol)/e/[secret]/details/actions";
import { chooseHowToPay } from "../../../../../(enrol)/e/[secret]/pay/actions";
import { confirmPlan } from "../../../../../(enrol)/e/[secret]/review/actions";

/** The page of the student's step. What takes card or account details is named in place of being drawn. */
export function StudentStep({ view }: { view: EnrolmentView }) {
  const { step, secret, provider, reference } = view;
  const title = STEP_TITLES[step];
  switch (step) {
    case "details":
      return <YourDetails view={view} action={saveDetails.bind(null, secret)} />;
    case "pay":
      return (
        <HowToPay
          view={view}
          action={chooseHowToPay.bind(null, secret)}
          keepsMail={published().pages.keepsMail}
        />
      );
    case "card":
      return (
        <EnrolmentPage view={view} number={3} back="pay" title={title}>
          {view.lastFailure && (
            <Notice kind="warning" title="Your last payment did not go through">
              <p>{view.lastFailure}</p>
            </Notice>
          )}
          <p className="text-muted">For the student, the form for the card stands here.</p>
        </EnrolmentPage>
      );
    case "bank":
      return (
        <EnrolmentPage view={view} number={3} back="pay" title={title}>
          <p className="text-muted">For the student, the form for the bank account stands here.</p>
        </EnrolmentPage>
      );
    case "review":
      return <Review view={view} action={confirmPlan.bind(null, secret, "")} />;
    case "checking":
      return (
        <EnrolmentPage view={view} title={title}>
          <PaymentChecked bankUrl={null} provider={provider} reference={reference} />
        </EnrolmentPage>
      );
    case "done":
      return (
        <EnrolmentPage view={view} number={view.payment ? 4 : undefined} title={title}>
          <Done view={view} isReceiptBeingMade={false} />
        </EnrolmentPage>
      );
    case "expired":
      return <PlanEnded view={view} title={title} how="was not confirmed in time" />;
    case "cancelled":
      return <PlanEnded view={view} title={title} how="was cancelled" />;
    default:
      return step satisfies never;
  }
}

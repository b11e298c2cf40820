import type { EnrolmentView } from "@/lib/enrolment/view";
import { LinkButton } from "../ui/Button";
import { ProviderContact } from "../ui/ProviderContact";
import { EnrolmentPage } from "./EnrolmentPage";

/** A plan that expired or was cancelled before it was signed. */
export function PlanEnded({ view, title, how }: { view: EnrolmentView; title: string; how: string }) {
  return (
    <EnrolmentPage view={view} title={title}>
      <p>The payment plan that you started {how}. Nothing was taken from your account.</p>
      <p>Your details are still here. You can choose again how to pay and finish your enrolment.</p>
      <LinkButton href={`/e/${view.secret}/pay`}>Choose how to pay</LinkButton>
      <p>
        Questions? Contact <ProviderContact provider={view.provider} />.
      </p>
    </EnrolmentPage>
  );
}

import type { WaitingLink } from "@/lib/enrolment/continue-here";
import { SubmitButton } from "../forms/SubmitButton";
import { PageShell } from "../ui/PageShell";
import { SummaryList } from "../ui/SummaryList";
import { joined } from "./EnrolmentPage";

export const CONTINUE_TITLE = "Continue your enrolment";

/** Behind an emailed link, until its button is pressed. It says little: whoever can read the email sees this page. */
export function ContinueHere({ link, action }: { link: WaitingLink; action: () => Promise<void> }) {
  const { provider, course, firstName } = link;
  return (
    <PageShell provider={{ ...provider, href: `/p/${provider.code}` }} title={CONTINUE_TITLE}>
      <div className="space-y-6">
        <p>{firstName === null ? "This" : `${firstName}, this`} link opens your enrolment.</p>
        <SummaryList
          items={[
            { term: "Course", value: joined(course.name, course.intake, course.length) },
            { term: "Provider", value: provider.name },
          ]}
        />
        <form action={action}>
          <SubmitButton>Continue here</SubmitButton>
        </form>
        <p className="text-muted">
          When you continue here, earlier links to this enrolment end. A page on which you have paid or signed
          stays. Until you continue, nothing changes.
        </p>
      </div>
    </PageShell>
  );
}

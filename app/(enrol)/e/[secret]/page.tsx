import { notFound, redirect } from "next/navigation";
import { SubmitButton } from "@/components/forms/SubmitButton";
import { joined } from "@/components/portal/EnrolmentPage";
import { PageShell } from "@/components/ui/PageShell";
import { SummaryList } from "@/components/ui/SummaryList";
import { continueHere } from "./actions";
import { type EnrolmentProps, titleOf, viewOf, waitingAt } from "./guard";

const TITLE = "Continue your enrolment";

export const generateMetadata = (props: EnrolmentProps) => titleOf(props, TITLE);

/**
 * A link to resume. One that was mailed asks first, because mail scanners open pages as browsers do, and says little: whoever
 * can read the email sees this page.
 */
export default async function Resume({ params }: EnrolmentProps) {
  const { secret } = await params;
  const view = await viewOf(secret);
  if (view) redirect(`/e/${secret}/${view.step}`);
  const link = await waitingAt(secret);
  if (!link) notFound();
  const { provider, course, firstName } = link;
  return (
    <PageShell provider={provider} title={TITLE}>
      <div className="space-y-6">
        <p>{firstName === null ? "This" : `${firstName}, this`} link opens your enrolment.</p>
        <SummaryList
          items={[
            { term: "Course", value: joined(course.name, course.intake, course.length) },
            { term: "Provider", value: provider.name },
          ]}
        />
        <form action={continueHere.bind(null, secret)}>
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

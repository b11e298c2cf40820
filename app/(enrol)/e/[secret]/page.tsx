import { notFound, redirect } from "next/navigation";
import { SubmitButton } from "@/components/forms/SubmitButton";
import { joined } from "@/components/portal/EnrolmentPage";
import { PageShell } from "@/components/ui/PageShell";
import { SummaryList } from "@/components/ui/SummaryList";
import { continueHere } from "./actions";
import { type EnrolmentProps, titleOf, viewOf, waitingAt } from "./guard";

type Props = EnrolmentProps & { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** What an email's link opens: the enrolment, or its payments. */
const opensPlan = async ({ searchParams }: Props) => (await searchParams).page === "plan";

const titleFor = (isPlan: boolean) => (isPlan ? "Continue to your payments" : "Continue your enrolment");

export const generateMetadata = async (props: Props) => titleOf(props, titleFor(await opensPlan(props)));

/**
 * A link to resume. One that was mailed asks first, because mail scanners open pages as browsers do, and says little: whoever
 * can read the email sees this page.
 */
export default async function Resume(props: Props) {
  const { secret } = await props.params;
  const isPlan = await opensPlan(props);
  const view = await viewOf(secret);
  if (view) redirect(`/e/${secret}/${view.step}`);
  const link = await waitingAt(secret);
  if (!link) notFound();
  const { provider, course, firstName } = link;
  return (
    <PageShell provider={provider} title={titleFor(isPlan)}>
      <div className="space-y-6">
        <p>
          {firstName === null ? "This" : `${firstName}, this`} link opens your{" "}
          {isPlan ? "payments" : "enrolment"}.
        </p>
        <SummaryList
          items={[
            { term: "Course", value: joined(course.name, course.intake, course.length) },
            { term: "Provider", value: provider.name },
          ]}
        />
        <form action={continueHere.bind(null, secret)}>
          {isPlan && <input type="hidden" name="page" value="plan" />}
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

import { formatMoney } from "@/lib/domain/money";
import { AGREEMENT_SECTIONS, SAMPLE_NOTICE, SERVICE_AGREEMENT, WORDING_VERSION } from "@/lib/domain/wording";
import type { EnrolmentView } from "@/lib/enrolment/view";
import { displayName } from "@/packages/text/names";
import { filled } from "@/packages/text/narrow";
import type { FormAction } from "../forms/form-state";
import { Disclosure } from "../ui/Disclosure";
import { debitsOf } from "../ui/MoneySummary";
import { ScheduleTable } from "../ui/ScheduleTable";
import { SummaryList } from "../ui/SummaryList";
import { Wording } from "../ui/Wording";
import { EnrolmentPage, joined } from "./EnrolmentPage";
import { ReviewForm } from "./ReviewForm";
import { STEP_TITLES } from "./titles";

/** Step 4: the plan that will be signed, from which account, for whom, and the declarations. */
export function Review({ view, action }: { view: EnrolmentView; action: FormAction }) {
  const { course, provider, secret, student, plan, bank } = filled(view, "student", "plan", "bank");
  const name = displayName(student);
  const details = `/e/${secret}/details`;
  return (
    <EnrolmentPage view={view} number={4} title={STEP_TITLES.review}>
      <section className="space-y-2 sm:space-y-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h2>Your payment plan</h2>
          <a href={`/e/${secret}/pay`} className="inline-flex min-h-12 items-center print:hidden">
            Change<span className="sr-only"> your payments</span>
          </a>
        </div>
        <SummaryList
          isShort
          items={[
            ...debitsOf(plan).map(([term, value]) => ({ term, value })),
            { term: "Total", value: `${formatMoney(course.priceCents)}, no interest, no fees` },
            {
              term: "Bank account",
              value: `${bank.bsb} ending ${bank.ending}`,
              change: { href: `/e/${secret}/account`, label: "your bank account" },
            },
          ]}
        />
        <div className="space-y-2">
          <Disclosure label="Show every payment and its date">
            <ScheduleTable instalments={plan.schedule} caption="Schedule of payments" isWhole />
          </Disclosure>
          <Disclosure label={`Your details: ${name}, ${student.email}`}>
            <SummaryList
              items={[
                { term: "Name", value: name, change: { href: details, label: "your name" } },
                {
                  term: "Email",
                  value: student.email,
                  change: { href: details, label: "your email address" },
                },
                { term: "Course", value: joined(course.name, course.intake) },
                { term: "Provider", value: provider.name },
              ]}
            />
          </Disclosure>
          <Disclosure label="Read the Payment Plan Agreement and how your information is used">
            <div className="space-y-6">
              <p>
                With {provider.name}, for {course.name}: the payments above, and the text below. You get all
                of it as a signed document when you confirm.
              </p>
              <p className="text-muted">
                Version {WORDING_VERSION}. {SAMPLE_NOTICE}
              </p>
              <Wording sections={AGREEMENT_SECTIONS} level={3} />
              <section className="max-w-[66ch] space-y-3">
                <h3 className="text-lg">Direct Debit Request</h3>
                <p>{bank.request}</p>
              </section>
              <h3 className="text-lg">Direct Debit Request Service Agreement</h3>
              <Wording sections={SERVICE_AGREEMENT} level={4} />
            </div>
          </Disclosure>
        </div>
      </section>
      <ReviewForm action={action} />
    </EnrolmentPage>
  );
}

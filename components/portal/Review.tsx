import { formatDate } from "@/lib/domain/calendar";
import { formatMoney } from "@/lib/domain/money";
import { displayName } from "@/lib/domain/names";
import { describePlan } from "@/lib/domain/plan-offer";
import {
  AGREEMENT_SECTIONS,
  DIRECT_DEBIT_AUTHORITY,
  SAMPLE_NOTICE,
  SERVICE_AGREEMENT,
  WORDING_VERSION,
} from "@/lib/domain/wording";
import type { EnrolmentView } from "@/lib/enrolment/view";
import type { FormAction } from "../forms/form-state";
import { Disclosure } from "../ui/Disclosure";
import { ScheduleTable } from "../ui/ScheduleTable";
import { SummaryList } from "../ui/SummaryList";
import { joined } from "./EnrolmentPage";
import { ReviewForm } from "./ReviewForm";
import { Wording } from "./Wording";

/** Step 4: everything that will be signed, and the declarations. */
export function Review({ view, action }: { view: EnrolmentView; action: FormAction }) {
  const { course, provider, secret } = view;
  const [student, plan, bank] = [view.student!, view.plan!, view.bank!];
  const details = `/e/${secret}/details`;
  const pay = `/e/${secret}/pay`;
  return (
    <div className="space-y-10">
      <section className="space-y-4">
        <h2 className="text-xl">Your details</h2>
        <SummaryList
          items={[
            {
              term: "Name",
              value: displayName(student),
              change: { href: details, label: "your name" },
            },
            { term: "Email", value: student.email, change: { href: details, label: "your email address" } },
            { term: "Course", value: joined(course.name, course.intake) },
            { term: "Provider", value: provider.name },
          ]}
        />
      </section>
      <section className="space-y-4">
        <h2 className="text-xl">Your payment plan</h2>
        <SummaryList
          items={[
            {
              term: "Payments",
              value: describePlan(plan, formatMoney),
              change: { href: pay, label: "your payments" },
            },
            {
              term: "First payment",
              value: formatDate(plan.schedule[0]!.debitDate),
              change: { href: pay, label: "the first payment date" },
            },
            { term: "Total", value: formatMoney(course.priceCents) },
            {
              term: "Bank account",
              value: `${bank.bsb} ending ${bank.ending}`,
              change: { href: `/e/${secret}/account`, label: "your bank account" },
            },
          ]}
        />
        <Disclosure label="Show every payment and its date">
          <ScheduleTable instalments={plan.schedule} caption="Schedule of payments" />
        </Disclosure>
      </section>
      <section className="space-y-4">
        <h2 className="text-xl">Payment Plan Agreement</h2>
        <p>
          With {provider.name}, for {course.name}: the payments above, and the text below. You get all of it
          as a signed document when you confirm.
        </p>
        <Disclosure label="Read the agreement and how your information is used">
          <div className="space-y-6">
            <p className="text-muted">
              Version {WORDING_VERSION}. {SAMPLE_NOTICE}
            </p>
            <Wording sections={AGREEMENT_SECTIONS} level={3} />
            <section className="max-w-[66ch] space-y-3">
              <h3 className="text-lg">Direct Debit Request</h3>
              <p>{DIRECT_DEBIT_AUTHORITY.text(provider.name)}</p>
            </section>
            <h3 className="text-lg">Direct Debit Request Service Agreement</h3>
            <Wording sections={SERVICE_AGREEMENT} level={4} />
          </div>
        </Disclosure>
      </section>
      <ReviewForm action={action} />
    </div>
  );
}

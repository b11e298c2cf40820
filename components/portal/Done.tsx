import { dateInZone, formatDate } from "@/lib/domain/calendar";
import { schemeName } from "@/lib/domain/card-scheme";
import { formatMoney } from "@/lib/domain/money";
import { displayName } from "@/lib/domain/names";
import type { EnrolmentView } from "@/lib/enrolment/view";
import { LinkButton } from "../ui/Button";
import { Icon } from "../ui/Icon";
import { Notice } from "../ui/Notice";
import { ProviderContact } from "../ui/ProviderContact";
import { ScheduleTable } from "../ui/ScheduleTable";
import { SummaryList } from "../ui/SummaryList";
import { joined } from "./EnrolmentPage";
import { PrintButton } from "./PrintButton";

export function Done({ view }: { view: EnrolmentView }) {
  const { provider, reference, course } = view;
  const student = view.student!;
  return (
    <div className="space-y-10">
      <Notice
        kind="success"
        title={view.payment ? "Your payment went through" : "Your payment plan is signed"}
      >
        <p>
          {student.firstName}, your place in {course.name} is confirmed. Your reference is{" "}
          <strong className="whitespace-nowrap">{reference}</strong>.
        </p>
      </Notice>
      {view.payment ? <Paid view={view} payment={view.payment} /> : <Signed view={view} />}
      <p>
        {view.linkMailedTo
          ? "To see this page again, use the link in our latest email to you."
          : "You can keep this page and come back to it."}{" "}
        Questions? Contact <ProviderContact provider={provider} />
        {provider.phone && ` or call ${provider.phone}`}, and quote your reference.
      </p>
    </div>
  );
}

function Paid({ view, payment }: { view: EnrolmentView; payment: NonNullable<EnrolmentView["payment"]> }) {
  const student = view.student!;
  return (
    <>
      <section className="space-y-4">
        <h2 className="text-xl">Receipt</h2>
        <SummaryList
          items={[
            { term: "Paid", value: formatMoney(payment.amountCents) },
            { term: "Card", value: `${schemeName(payment.scheme)} ending ${payment.lastFour}` },
            { term: "Date", value: formatDate(dateInZone(new Date(payment.paidAt), view.provider.timeZone)) },
            { term: "Receipt number", value: payment.receiptNumber },
            { term: "Course", value: joined(view.course.name, view.course.intake, view.course.length) },
            { term: "Student", value: displayName(student) },
            { term: "Paid to", value: view.provider.name },
          ]}
        />
        <div className="flex flex-wrap gap-3 print:hidden">
          <LinkButton href={`/e/${view.secret}/receipt`} download>
            <Icon name="download" />
            Download your receipt (PDF)
          </LinkButton>
          <PrintButton>Print this receipt</PrintButton>
        </div>
      </section>
      <section className="space-y-3">
        <h2 className="text-xl">What happens next</h2>
        <p>
          There is nothing more to pay. {view.provider.name} will email you at {student.email} before your
          course starts.
        </p>
      </section>
    </>
  );
}

function Signed({ view }: { view: EnrolmentView }) {
  const [plan, bank] = [view.plan!, view.bank!];
  const next = plan.schedule.find(({ debitDate }) => debitDate >= view.today);
  const home = `/e/${view.secret}`;
  return (
    <>
      <section className="space-y-4">
        <h2 className="text-xl">What happens next</h2>
        {next ? (
          <p>
            Your next payment of {formatMoney(next.amountCents)} is debited on{" "}
            <strong>{formatDate(next.debitDate)}</strong> from{" "}
            <span className="sm:whitespace-nowrap">{`${bank.bsb} ending ${bank.ending}`}</span>. It appears on
            your statement as {view.provider.name}. Make sure the money is in the account that day.
          </p>
        ) : (
          <p>The last payment of your plan was due on {formatDate(plan.schedule.at(-1)!.debitDate)}.</p>
        )}
        <p>
          {view.provider.name} will email you at {view.student!.email} before your course starts.
        </p>
      </section>
      <section className="space-y-4 print:hidden">
        <h2 className="text-xl">Your documents</h2>
        <div className="flex flex-wrap gap-3">
          <LinkButton href={`${home}/agreement`} download>
            <Icon name="download" />
            Download your agreement (PDF)
          </LinkButton>
          <LinkButton kind="secondary" href={`${home}/agreement/page`}>
            Read it as a page
          </LinkButton>
          <LinkButton kind="secondary" href={`${home}/debits.ics`} download>
            <Icon name="calendar" />
            Add the payments to your calendar
          </LinkButton>
          <PrintButton>Print this page</PrintButton>
        </div>
      </section>
      <section className="space-y-4">
        <h2 className="text-xl">Your payments</h2>
        <ScheduleTable instalments={plan.schedule} caption="Schedule of payments" />
      </section>
    </>
  );
}

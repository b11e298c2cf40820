import { groupsOf } from "@/lib/domain/business-number";
import { formatMoney } from "@/lib/domain/money";
import type { Instalment } from "@/lib/domain/schedule";
import type { EnrolmentView } from "@/lib/enrolment/view";
import { schemeName } from "@/packages/cards/card-scheme";
import { formatDate } from "@/packages/dates/calendar";
import { dateInZone } from "@/packages/dates/zone";
import { displayName } from "@/packages/text/names";
import { firstAndLast, present } from "@/packages/text/narrow";
import { LinkButton } from "../ui/Button";
import { Icon } from "../ui/Icon";
import { ProviderContact } from "../ui/ProviderContact";
import { ScheduleTable } from "../ui/ScheduleTable";
import { SummaryList } from "../ui/SummaryList";
import { BeingMade } from "./BeingMade";
import { DownloadAndPrint } from "./DownloadAndPrint";
import { joined } from "./EnrolmentPage";
import { PlanDocuments } from "./PlanDocuments";
import { ResultMail } from "./ResultMail";

/** @param isReceiptBeingMade whether it was asked for just now */
export function Done({ view, isReceiptBeingMade }: { view: EnrolmentView; isReceiptBeingMade: boolean }) {
  const { provider, reference, course } = view;
  const student = present(view.student, "student");
  return (
    <div className="space-y-10">
      <div className="flex flex-wrap items-center gap-4">
        <Icon name="check" className="size-14! rounded-full bg-success-tint p-2 text-success" />
        <div className="min-w-0 flex-1 basis-40">
          <p className="font-semibold text-lg">
            {view.payment ? "Your payment went through" : "Your payment plan is signed"}
          </p>
          <p>
            {student.firstName}, your place in {course.name} is confirmed. Your reference is{" "}
            <strong className="inline-block">{reference}</strong>.
          </p>
        </div>
      </div>
      {isReceiptBeingMade && view.payment && <Awaited view={view} what="receipt" />}
      {view.payment ? <Paid view={view} payment={view.payment} /> : <Signed view={view} />}
      <p>
        {view.linkMailedTo && !view.keepsPages
          ? "To see this page again, use the link in our latest email to you."
          : `You can keep this page and come back to it ${view.collected ? "until 90 days after your last payment" : "for 90 days"}.`}{" "}
        <span className="hidden print:inline">
          Questions? Contact <ProviderContact provider={provider} />
          {provider.phone && ` or call ${provider.phone}`}, and quote your reference.
        </span>
      </p>
    </div>
  );
}

function Paid({ view, payment }: { view: EnrolmentView; payment: NonNullable<EnrolmentView["payment"]> }) {
  const student = present(view.student, "student");
  return (
    <>
      <section className="space-y-4">
        <h2>Receipt</h2>
        <SummaryList
          items={[
            { term: "Paid", value: formatMoney(payment.amountCents) },
            { term: "Card", value: `${schemeName(payment.scheme)} ending ${payment.lastFour}` },
            { term: "Date", value: formatDate(dateInZone(new Date(payment.paidAt), view.provider.timeZone)) },
            { term: "Receipt number", value: payment.receiptNumber },
            ...(payment.refunded === null ? [] : [{ term: "Refunded", value: payment.refunded }]),
            { term: "Course", value: joined(view.course.name, view.course.intake, view.course.length) },
            { term: "Student", value: displayName(student) },
            { term: "Paid to", value: <Payee provider={view.provider} /> },
          ]}
        />
        <DownloadAndPrint href={`/e/${view.secret}/receipt`} what="receipt">
          Print this receipt
        </DownloadAndPrint>
      </section>
      <section className="space-y-3">
        <h2>What happens next</h2>
        <p>There is nothing more to pay.</p>
        <Mails view={view} what="receipt" />
      </section>
    </>
  );
}

/** The footer, which has this too, is not printed. */
function Payee({ provider: { name, legalName, businessNumber } }: Pick<EnrolmentView, "provider">) {
  return (
    <>
      <span className="block">{name}</span>
      {legalName !== name && <span className="block">{legalName}</span>}
      {businessNumber !== null && <span className="block">ABN {groupsOf(businessNumber)}</span>}
    </>
  );
}

function Mails({
  view: { secret, resultMail, student, provider },
  what,
}: {
  view: EnrolmentView;
  what: "receipt" | "signed agreement";
}) {
  const address = student?.email ?? "";
  if (!resultMail)
    return (
      <p>
        {provider.name} will email you at <bdi>{address}</bdi> before your course starts.
      </p>
    );
  return (
    <p>
      <ResultMail
        key={resultMail}
        home={`/e/${secret}`}
        mail={resultMail}
        what={what}
        address={address}
        provider={provider.name}
      >
        {provider.name} will email you there before your course starts.
      </ResultMail>
    </p>
  );
}

function Awaited({ view, what }: { view: EnrolmentView; what: "agreement" | "receipt" }) {
  const emailedTo = view.resultMail && (view.student?.email ?? null);
  return <BeingMade what={what} home={`/e/${view.secret}`} emailedTo={emailedTo} provider={view.provider} />;
}

/** "Your first payment" until its day is over. */
function nameOf({ number }: Pick<Instalment, "number">, count: number): string {
  if (count === 1) return "Your payment";
  if (number === 1) return "Your first payment";
  return number === count ? "Your last payment" : "Your next payment";
}

function Signed({ view }: { view: EnrolmentView }) {
  const { schedule } = present(view.plan, "plan");
  const bank = present(view.bank, "account");
  const next = view.collected
    ? view.collected.next
    : schedule.find(({ debitDate }) => debitDate >= view.today);
  const home = `/e/${view.secret}`;
  return (
    <>
      <section className="space-y-4">
        <h2>What happens next</h2>
        {next ? (
          <p>
            {nameOf(next, schedule.length)} of <strong>{formatMoney(next.amountCents)}</strong> is debited on{" "}
            <strong>{formatDate(next.debitDate)}</strong> from{" "}
            <span className="sm:whitespace-nowrap">{`${bank.bsb} ending ${bank.ending}`}</span>. It appears on
            your statement as {bank.statementName}. Make sure the money is in the account{" "}
            {next.debitDate === view.today ? "today" : "that day"}.
          </p>
        ) : view.collected ? null : (
          <p>The last payment of your plan was due on {formatDate(firstAndLast(schedule)[1].debitDate)}.</p>
        )}
        {view.collected && (
          <LinkButton kind="secondary" href={`${home}/plan`}>
            See your payments
          </LinkButton>
        )}
        <Mails view={view} what="signed agreement" />
      </section>
      <section className="space-y-4 print:hidden">
        <h2>Your documents</h2>
        {view.agreement === "being_made" && <Awaited view={view} what="agreement" />}
        <PlanDocuments
          home={home}
          isReady={view.agreement === "ready"}
          hasDebit={!view.collected || view.collected.next !== null}
        />
      </section>
      {!view.collected && <ScheduleTable instalments={schedule} caption={<h2>Your payments</h2>} />}
    </>
  );
}

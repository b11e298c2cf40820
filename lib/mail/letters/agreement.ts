import { type CalendarDate, formatDate } from "../../../packages/dates/calendar";
import { type Letter, oneLine, says } from "../../../packages/mail/letter";
import { firstAndLast } from "../../../packages/text/narrow";
import { type Cents, formatMoney } from "../../domain/money";
import { describePlan, type OfferedPlan } from "../../domain/plan-offer";
import { type EnrolmentFacts, enrolmentRows, linkTo, questions, sentFor } from "./provider";

export interface AgreementFacts extends EnrolmentFacts {
  plan: Omit<OfferedPlan, "firstPaymentDate">;
  totalCents: Cents;
  depositCents: Cents;
  /** On the provider's calendar. */
  signedOn: CalendarDate;
  account: { bsb: string; ending: string };
  /** On the bank statement. */
  statementName: string;
}

function counted({
  numberOfInstalments: count,
  instalmentCents,
  lastInstalmentCents,
}: AgreementFacts["plan"]) {
  const payments = `${count === 1 ? "1 payment" : `${count} payments`} of ${formatMoney(instalmentCents)}`;
  return lastInstalmentCents === instalmentCents
    ? payments
    : `${payments}, the last ${formatMoney(lastInstalmentCents)}`;
}

export function agreement(facts: AgreementFacts): Letter {
  const { college, plan, account, url } = facts;
  const name = oneLine(college.name);
  const course = oneLine(facts.courseName);
  const [first] = firstAndLast(plan.schedule);
  const debit = `${formatMoney(first.amountCents)} on ${formatDate(first.debitDate)}`;
  return {
    subject: `Your payment plan: ${counted(plan)} – ${name}`,
    preview: `Your signed agreement is attached. Your first payment: ${debit}.`,
    heading: "Your payment plan is signed",
    parts: [
      says(
        `Your place in ${course} is confirmed. Your signed Payment Plan Agreement is attached. Keep it together with this email.`,
      ),
      says(
        `Your first payment, ${formatMoney(first.amountCents)}, is debited on ${formatDate(first.debitDate)}. It appears on your statement as ${oneLine(facts.statementName)}. Have the money in the account by then.`,
      ),
      {
        type: "facts",
        rows: [
          ["First payment", debit],
          ["Payments", describePlan(plan, formatMoney)],
          ["Total of payments", formatMoney(facts.totalCents)],
          ...(facts.depositCents > 0 ? [["Deposit", formatMoney(facts.depositCents)] as const] : []),
          ["From account", `BSB ${account.bsb}, ending ${account.ending}`],
          ["Signed on", formatDate(facts.signedOn)],
          ...enrolmentRows(facts),
        ],
      },
      ...linkTo("See your enrolment and payments", url),
      ...linkTo("Read the agreement as a page", url && `${url}/agreement/page`),
      says("To change or stop a payment, tell us at least three business days before it is debited."),
      ...questions(college),
    ],
    footer: sentFor(facts, "signed"),
  };
}

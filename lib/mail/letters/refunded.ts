import { schemeName } from "../../../packages/cards/card-scheme";
import { type CalendarDate, formatDate } from "../../../packages/dates/calendar";
import { type Letter, oneLine, says } from "../../../packages/mail/letter";
import { type Cents, formatMoney } from "../../domain/money";
import { type EnrolmentFacts, linkTo, questions, sentFor } from "./provider";

interface RefundFacts extends EnrolmentFacts {
  amountCents: Cents;
  /** On the provider's calendar. */
  refundedOn: CalendarDate;
  /** Null if the payment was a debit. */
  card: { scheme: string; lastFour: string } | null;
}

export function refunded(facts: RefundFacts): Letter {
  const { college, url } = facts;
  const name = oneLine(college.name);
  const course = oneLine(facts.courseName);
  const amount = formatMoney(facts.amountCents);
  const card = facts.card && `${schemeName(facts.card.scheme)} ending ${facts.card.lastFour}`;
  const back = card ? "card that you paid with" : "bank account that was debited";
  return {
    subject: `Refund of ${amount} – ${name}`,
    preview: `${name} has refunded ${amount} for ${course}.`,
    heading: `You have a refund of ${amount}`,
    parts: [
      says(
        `${name} has refunded ${amount} of your payment for ${course}. The money goes back to the ${back}. Your bank can take up to 10 business days to show it.`,
      ),
      {
        type: "facts",
        rows: [
          ["Refunded", amount],
          ["Date", formatDate(facts.refundedOn)],
          ...(card ? ([["To card", card]] as const) : []),
          ["Reference", oneLine(facts.reference)],
          ["Student", oneLine(facts.student)],
          ["Course", course],
        ],
      },
      ...linkTo("See your enrolment", url),
      ...questions(college),
    ],
    footer: sentFor(facts, "paid for"),
  };
}

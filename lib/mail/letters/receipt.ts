import { schemeName } from "../../../packages/cards/card-scheme";
import { type CalendarDate, formatDate } from "../../../packages/dates/calendar";
import { type Letter, oneLine, says } from "../../../packages/mail/letter";
import { type Cents, formatMoney } from "../../domain/money";
import { type EnrolmentFacts, enrolmentRows, linkTo, questions, sentFor } from "./provider";

interface ReceiptFacts extends EnrolmentFacts {
  amountCents: Cents;
  /** On the provider's calendar. */
  paidOn: CalendarDate;
  card: { scheme: string; lastFour: string };
  receiptNumber: string;
  /** What was refunded before this is sent, and when. */
  refunded: string | null;
}

export function receipt(facts: ReceiptFacts): Letter {
  const { college, url } = facts;
  const name = oneLine(college.name);
  const course = oneLine(facts.courseName);
  return {
    subject: `Receipt for ${formatMoney(facts.amountCents)} – ${name}`,
    preview: `Your payment for ${course} went through.`,
    heading: "Your payment went through",
    parts: [
      says(
        `Thank you. Your course fee for ${course} is paid in full, and your place is confirmed. Keep this email as your receipt.`,
      ),
      {
        type: "facts",
        rows: [
          ["Paid", formatMoney(facts.amountCents)],
          ["Date", formatDate(facts.paidOn)],
          ["Card", `${schemeName(facts.card.scheme)} ending ${facts.card.lastFour}`],
          ["Receipt number", oneLine(facts.receiptNumber)],
          ...(facts.refunded ? [["Refunded", facts.refunded] as const] : []),
          ...enrolmentRows(facts),
        ],
      },
      ...linkTo("See your enrolment", url),
      ...linkTo("Download your receipt (PDF)", url && `${url}/receipt`),
      ...questions(college),
    ],
    footer: sentFor(facts, "paid for"),
  };
}

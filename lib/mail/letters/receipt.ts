import { type CalendarDate, formatDate } from "../../domain/calendar";
import { schemeName } from "../../domain/card-scheme";
import { type Cents, formatMoney } from "../../domain/money";
import type { CardScheme } from "../../domain/test-cards";
import { type Letter, oneLine } from "../letter";
import { type College, questions } from "./provider";

interface ReceiptFacts {
  college: College;
  student: string;
  courseName: string;
  amountCents: Cents;
  /** On the provider's calendar. */
  paidOn: CalendarDate;
  card: { scheme: CardScheme; lastFour: string };
  receiptNumber: string;
  reference: string;
  /** The Done page, where the student enrolled by the portal. */
  url: string | null;
}

/** What a student paid by card. */
export function receipt(facts: ReceiptFacts): Letter {
  const { college, url } = facts;
  const name = oneLine(college.name);
  const course = oneLine(facts.courseName);
  return {
    subject: `Your receipt from ${name}`,
    preview: `Your payment for ${course} went through.`,
    heading: "Your payment went through",
    parts: [
      {
        type: "text",
        text: `Thank you. Your course fee for ${course} is paid in full, and nothing more is to pay. Keep this email as your receipt.`,
      },
      {
        type: "facts",
        rows: [
          ["Paid", formatMoney(facts.amountCents)],
          ["Date", formatDate(facts.paidOn)],
          ["Card", `${schemeName(facts.card.scheme)} ending ${facts.card.lastFour}`],
          ["Receipt number", oneLine(facts.receiptNumber)],
          ["Reference", oneLine(facts.reference)],
          ["Student", oneLine(facts.student)],
          ["Course", course],
          ["Paid to", name],
        ],
      },
      ...(url ? [{ type: "link", label: "See your enrolment", url } as const] : []),
      ...questions(college),
    ],
    footer: [`${name} sent this because this address was given for the enrolment that was paid for.`],
  };
}

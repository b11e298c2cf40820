import type { ReactNode } from "react";
import { formatMoney } from "@/lib/domain/money";
import type { CheckoutPage } from "@/lib/staff/checkout";
import { CHECKOUT_WORDS, MAIL_KIND_WORDS, MAIL_WORDS, OVERDUE, PLAN_WORDS } from "@/lib/staff/words";
import { classes } from "../ui/classes";
import { Moment } from "./Moment";
import { LITERAL, Status, Term } from "./Status";

/** The six questions of a call, in the order in which they are asked. The page's title is the student's name. */
export function Answers({ page }: { page: CheckoutPage }) {
  const { answers, who, timeZone, mails } = page;
  return (
    <div className="space-y-8">
      <div className="wrap-anywhere space-y-1">
        <p className={classes("text-lg", LITERAL)}>
          <bdi>{who.email}</bdi> · {who.reference}
        </p>
        <p className="text-muted">
          <bdi>{who.course}</bdi>, {formatMoney(who.priceCents)}. {who.pays}. Created{" "}
          <Moment at={who.createdAt} timeZone={timeZone} />.
        </p>
        <Term>{[page.id, who.account].filter(Boolean).join(" · ")}</Term>
        <a href={`${page.address}/student`} className="inline-flex min-h-12 items-center">
          See what the student sees
        </a>
      </div>
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
        <Answer title="What is paid, and what is owed?" says={answers.owed}>
          <Statuses page={page} />
        </Answer>
        <Answer title="What happened last, and what comes next?" says={[...answers.last, ...answers.next]} />
        <Answer title="Can the bank account be debited?" says={answers.bank} />
        <Answer title="What was sent to the student?" says={mails.length > 0 ? [] : nothingSent(page)}>
          <ul className="space-y-2">
            {mails.map((mail) => (
              <li key={mail.id} className="flex flex-wrap gap-x-4">
                <Status of={MAIL_WORDS[mail.status]} term={mail.lastError} />
                <span className="min-w-0">
                  {MAIL_KIND_WORDS[mail.kind]}
                  <span className="wrap-anywhere block text-muted text-sm">
                    <Moment at={mail.finishedAt ?? mail.createdAt} timeZone={timeZone} /> to{" "}
                    <bdi>{mail.address}</bdi>
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </Answer>
        <Answer title="What can be done now?" says={answers.possible}>
          <ul className="gap-x-10 sm:columns-2 *:break-inside-avoid">
            {page.grants.map(({ id, says }) => (
              <li key={id} className="wrap-anywhere">
                {says}, and waits until somebody in finance sends it.{" "}
                {page.offers.some(({ key }) => key === "refund_send") && (
                  <a
                    href={`${page.address}/refund_send?what=${id}`}
                    className="inline-flex min-h-12 items-center"
                  >
                    Send it
                  </a>
                )}
              </li>
            ))}
            {page.offers.toSorted(possibleFirst).map(({ key, title, whyNot }) => (
              <li key={key} className="wrap-anywhere tabular-nums">
                {whyNot === null ? (
                  <a href={`${page.address}/${key}`} className="inline-flex min-h-12 items-center">
                    {title}
                  </a>
                ) : (
                  <p className="py-2 text-muted">
                    {title} <span className="block text-sm">{whyNot}</span>
                  </p>
                )}
              </li>
            ))}
          </ul>
        </Answer>
      </div>
    </div>
  );
}

const possibleFirst = (one: { whyNot: string | null }, other: { whyNot: string | null }) =>
  Number(one.whyNot !== null) - Number(other.whyNot !== null);

const nothingSent = ({ sendsMails }: CheckoutPage): string[] => [
  sendsMails ? "Nothing yet." : "Nothing: the service’s emails to your students are switched off.",
];

function Answer({ title, says, children }: { title: string; says: readonly string[]; children?: ReactNode }) {
  return (
    <section className="min-w-0 space-y-2 border-divider border-t pt-4 lg:last:col-span-2">
      <h2>{title}</h2>
      {says.map((text) => (
        <p key={text} className="wrap-anywhere tabular-nums">
          {text}
        </p>
      ))}
      {children}
    </section>
  );
}

/** In words, with what the API calls them. */
function Statuses({ page: { status, plan, authorisation, stage, direct_debit } }: { page: CheckoutPage }) {
  const terms = [
    status,
    `authorisation: ${authorisation}`,
    ...(stage ? [`opportunity: ${stage}`] : []),
    ...(direct_debit ? [`direct debit: ${direct_debit}`] : []),
  ];
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-2">
      <span>
        <Status of={CHECKOUT_WORDS[status]} />
        <Term>{terms.join(" · ")}</Term>
      </span>
      {plan && <Status of={PLAN_WORDS[plan.status]} term={plan.holdReason ?? plan.status} />}
      {plan?.isOverdue && <Status of={OVERDUE} term="arrears" />}
    </div>
  );
}

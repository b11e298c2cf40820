import type { ReactNode } from "react";
import { formatMoney } from "@/lib/domain/money";
import { debitedOn } from "@/lib/domain/schedule";
import type { EnrolmentView } from "@/lib/enrolment/view";
import { formatNearDay } from "@/packages/dates/calendar";
import { Icon } from "../ui/Icon";
import { MoneySummary } from "../ui/MoneySummary";
import { PageShell } from "../ui/PageShell";
import { OtherWindow } from "./OtherWindow";
import { overtaken } from "./overtaken";

/** Details, how to pay, card or bank, review. By card it is the third that ends it. */
const STEPS = 4;

interface Props {
  view: EnrolmentView;
  /** Of the step; none where nothing is asked. */
  number?: number;
  /** The previous step's page. */
  back?: "details" | "pay";
  title: string;
  /** Where the student is choosing: what was chosen before is not what is due. */
  isUndecided?: boolean;
  children: ReactNode;
}

/** A page of an enrolment, with the order summary. */
export function EnrolmentPage({ view, number, back, title, isUndecided = false, children }: Props) {
  return (
    <PageShell
      provider={view.provider}
      back={back && `/e/${view.secret}/${back}`}
      step={number ? { number, of: STEPS } : undefined}
      title={title}
      aside={<OrderSummary view={view} isUndecided={isUndecided} />}
    >
      <div className="space-y-6">
        <OtherWindow words={overtaken(view)} />
        {children}
      </div>
    </PageShell>
  );
}

/** A card beside the form; on a small screen two lines, which open. */
function OrderSummary({ view, isUndecided }: { view: EnrolmentView; isUndecided: boolean }) {
  const { course, reference, payment } = view;
  const headline: Headline = isUndecided ? feeOf(view) : headlineOf(view);
  const body = (
    <>
      {headline.isDue ? (
        <MoneySummary totalCents={course.priceCents} plan={view.plan} today={view.today} />
      ) : (
        <dl className="flex flex-wrap justify-between gap-x-4 font-semibold tabular-nums">
          <dt>{payment ? "Paid" : "Course fee"}</dt>
          <dd>{formatMoney(course.priceCents)}</dd>
        </dl>
      )}
      <div className="mt-3 border-divider border-t pt-3 text-muted text-sm">
        <p>{joined(course.intake, course.length)}</p>
        <p>
          Reference <span className="sm:whitespace-nowrap">{reference}</span>
        </p>
      </div>
    </>
  );
  return (
    // A printed receipt says all this already.
    <div className={payment ? "print:hidden" : undefined}>
      <details className="@container group rounded border border-divider bg-surface lg:hidden print:hidden">
        <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 rounded px-4 py-2 [&::-webkit-details-marker]:hidden">
          <span className="min-w-0 flex-1">
            <span className="font-medium @min-[16rem]:line-clamp-2 group-open:line-clamp-none">
              {course.name}
            </span>
            <span className="block text-sm tabular-nums">
              <strong>
                {headline.words} {formatMoney(headline.cents)}
              </strong>
              {headline.after && `, ${headline.after}`}
            </span>
          </span>
          <Icon name="chevron" className="text-muted transition-transform group-open:rotate-180" />
        </summary>
        <div className="border-divider border-t px-4 py-4">{body}</div>
      </details>
      <div className="hidden break-inside-avoid rounded border border-divider bg-surface p-6 lg:block print:block">
        <h2 className="mb-3 text-lg">{course.name}</h2>
        {body}
      </div>
    </div>
  );
}

interface Headline {
  words: string;
  cents: number;
  after?: string;
  isDue?: boolean;
}

const feeOf = ({ course }: EnrolmentView): Headline => ({ words: "Course fee", cents: course.priceCents });

/** The fee, until it is certain when it is paid: while a charge is not known to have gone through, nothing is due. */
function headlineOf(view: EnrolmentView): Headline {
  const { course, plan, payment, step, today } = view;
  if (payment) return { words: "Paid", cents: payment.amountCents };
  // What we collect may have changed since it was signed: the plan's own page has it.
  if (plan && !view.collected) {
    const next = plan.schedule.find(({ debitDate }) => debitDate >= today);
    const after = next && `${next.number === 1 ? "first" : "next"} debit ${formatNearDay(next.debitDate)}`;
    return { words: "Due today", cents: debitedOn(plan.schedule, today), after, isDue: true };
  }
  return step === "card" ? { words: "Due today", cents: course.priceCents, isDue: true } : feeOf(view);
}

/** Of a course's name, intake and length those that there are. */
export function joined(...parts: string[]): string {
  return parts.filter((part) => part !== "").join(", ");
}

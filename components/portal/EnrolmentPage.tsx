import type { ReactNode } from "react";
import { formatMoney } from "@/lib/domain/money";
import { describePlan } from "@/lib/domain/plan-offer";
import type { EnrolmentView } from "@/lib/enrolment/view";
import { Icon } from "../ui/Icon";
import { PageShell } from "../ui/PageShell";

/** Details, how to pay, card or bank, review. By card it is the third that ends it. */
const STEPS = 4;

interface Props {
  view: EnrolmentView;
  /** Of the step; none where nothing is asked. */
  number?: number;
  /** The previous step's page. */
  back?: "details" | "pay";
  title: string;
  children: ReactNode;
}

/** A page of an enrolment, with the order summary. */
export function EnrolmentPage({ view, number, back, title, children }: Props) {
  const { provider } = view;
  return (
    <PageShell
      provider={{ ...provider, href: `/p/${provider.code}` }}
      back={back && `/e/${view.secret}/${back}`}
      step={number ? { number, of: STEPS } : undefined}
      title={title}
      aside={<OrderSummary view={view} />}
    >
      <div className="space-y-6">{children}</div>
    </PageShell>
  );
}

/** A card beside the form; on a small screen one line with the total, which opens. */
function OrderSummary({ view: { course, plan, payment, reference } }: { view: EnrolmentView }) {
  const fee = formatMoney(course.priceCents);
  const body = (
    <>
      <dl className="tabular-nums">
        <div className="flex justify-between gap-6 py-1.5">
          <dt className="min-w-0 text-muted">Course fee</dt>
          <dd className="text-right">{fee}</dd>
        </div>
        <div className="mt-3 flex justify-between gap-6 border-divider border-t pt-4 font-semibold">
          <dt className="min-w-0">{payment ? "Paid" : "Total"}</dt>
          <dd className="text-right">{fee}</dd>
        </div>
      </dl>
      <div className="mt-3 text-muted text-sm">
        {plan && <p>{describePlan(plan, formatMoney)}</p>}
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
        <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 rounded px-4 py-3 [&::-webkit-details-marker]:hidden">
          <span className="min-w-0 flex-1 font-medium @min-[16rem]:line-clamp-2 group-open:line-clamp-none">
            {course.name}
          </span>
          <span className="font-semibold tabular-nums">{fee}</span>
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

/** Of a course's name, intake and length those that there are. */
export function joined(...parts: string[]): string {
  return parts.filter((part) => part !== "").join(", ");
}

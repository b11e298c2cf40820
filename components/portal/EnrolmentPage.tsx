import type { ReactNode } from "react";
import { formatMoney } from "@/lib/domain/money";
import { describePlan } from "@/lib/domain/plan-offer";
import type { EnrolmentView } from "@/lib/enrolment/view";
import { MoneySummary } from "../ui/MoneySummary";
import { PageShell } from "../ui/PageShell";
import { listed } from "./listed";

/** A page of an enrolment: which step it is, and what is being paid for beside it. */
export function EnrolmentPage({
  view,
  number,
  back,
  title,
  children,
}: {
  view: EnrolmentView;
  /** Of the steps; none for a page where nothing is asked. */
  number?: number;
  /** Where the step before is, under the enrolment's own address; an answer is changed there. */
  back?: "details" | "pay";
  title: string;
  children: ReactNode;
}) {
  const { provider, paymentType } = view;
  const steps = paymentType === "upfront_payment" ? 3 : 4;
  return (
    <PageShell
      provider={{ ...provider, href: `/p/${provider.code}` }}
      back={back && `/e/${view.secret}/${back}`}
      step={number ? { number, of: steps } : undefined}
      title={title}
      aside={<OrderSummary view={view} />}
    >
      <div className="space-y-6">{children}</div>
    </PageShell>
  );
}

function OrderSummary({ view: { course, plan, payment, reference } }: { view: EnrolmentView }) {
  const fee = formatMoney(course.priceCents);
  return (
    // A receipt on paper says all of it already.
    <div className={payment ? "print:hidden" : undefined}>
      <MoneySummary
        title={course.name}
        rows={[{ label: "Course fee", amount: fee }]}
        total={{ label: payment ? "Paid" : "Total", amount: fee }}
        note={
          <>
            {plan && <p>{describePlan(plan, formatMoney)}</p>}
            <p>{listed(course.intake, course.length)}</p>
            <p>
              Reference <span className="sm:whitespace-nowrap">{reference}</span>
            </p>
          </>
        }
      />
    </div>
  );
}

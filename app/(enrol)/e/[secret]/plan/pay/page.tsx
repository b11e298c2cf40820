import { redirect } from "next/navigation";
import { NeedsJavaScript } from "@/components/card/NeedsJavaScript";
import { PaymentChecked } from "@/components/card/PaymentChecked";
import { TestCards } from "@/components/card/TestCards";
import { CardForm } from "@/components/portal/CardForm";
import { PlanPaymentChecking } from "@/components/portal/plan/PlanPaymentChecking";
import { LinkButton } from "@/components/ui/Button";
import { Notice } from "@/components/ui/Notice";
import { PageShell } from "@/components/ui/PageShell";
import { formatMoney } from "@/lib/domain/money";
import { present } from "@/packages/text/narrow";
import { published } from "@/server/instance/published";
import { type EnrolmentProps, titleOf } from "../../guard";
import { planAt } from "../plan-at";
import { payPlanByCard } from "./actions";

type Props = EnrolmentProps & { searchParams: Promise<Record<string, string | string[] | undefined>> };

const TITLE = "Pay by card";

export const generateMetadata = (props: Props) => titleOf(props, TITLE);

/** What is owed, or everything that is left, by card. */
export default async function PayPage(props: Props) {
  const { view, plan } = await planAt(props);
  const { secret, provider, reference, student } = view;
  const home = `/e/${secret}`;
  const { portal, environment } = published().pages;
  const payment = present(await portal.planPayment(secret), "plan");
  const { what, was } = await props.searchParams;
  const { awaited, isPaid, lastFailure, choices } = payment;
  if (awaited)
    return (
      <PageShell provider={provider} title="We’re checking your payment" back={`${home}/plan`}>
        <PaymentChecked bankUrl={awaited.bankUrl} provider={provider} reference={reference} />
        <PlanPaymentChecking page={`${home}/plan/pay?was=awaited`} isAtBank={awaited.bankUrl !== null} />
      </PageShell>
    );
  if (was === "awaited" && isPaid) redirect(`${home}/plan?told=paid`);
  if (!choices) redirect(`${home}/plan`);
  const isOwed = what !== "everything" && choices.owed !== null;
  const { amountCents, count, numbers } = (isOwed && choices.owed) || choices.all;
  const other = isOwed ? choices.all : choices.owed;
  const entry = present(await portal.cardEntry(secret), "enrolment");
  const payments = count === 1 ? "the payment" : `the ${count} payments`;
  return (
    <PageShell provider={provider} title={TITLE} back={`${home}/plan`}>
      {lastFailure && (
        <Notice kind="warning" title="Your card payment did not go through">
          <p>{lastFailure}</p>
        </Notice>
      )}
      <div className="space-y-3">
        <p className="font-semibold text-[1.75rem] tabular-nums leading-tight sm:text-4xl">
          {formatMoney(amountCents)}
        </p>
        <p>
          {isOwed
            ? `This pays ${payments} that did not go through. Your other payments stay as they are.`
            : `This pays ${payments} that ${count === 1 ? "is" : "are"} left. ${plan.onItsWay ? "What is on its way to your bank already is still debited." : "Nothing more is debited after that."}`}
        </p>
      </div>
      <NeedsJavaScript />
      <CardForm
        pay={payPlanByCard.bind(null, secret)}
        home={home}
        page="plan/pay"
        access={entry}
        name={student ? `${student.firstName} ${student.lastName}` : ""}
        offer={numbers}
        priceCents={amountCents}
      >
        {environment === "sandbox" && entry.hasTestCards && <TestCards />}
      </CardForm>
      {other && other.numbers !== numbers && (
        <p>
          <LinkButton kind="secondary" href={`${home}/plan/pay?what=${isOwed ? "everything" : "owed"}`}>
            {isOwed ? "Pay everything" : "Pay what is owed"}, {formatMoney(other.amountCents)}
          </LinkButton>
        </p>
      )}
    </PageShell>
  );
}

import { OtherWindow } from "@/components/portal/OtherWindow";
import { PlanDocuments } from "@/components/portal/PlanDocuments";
import { RetryForm } from "@/components/portal/plan/ChangeForm";
import { CHANGE_TITLES } from "@/components/portal/plan/change-words";
import { PayByCard } from "@/components/portal/plan/PayByCard";
import { PlanPayments } from "@/components/portal/plan/PlanPayments";
import { PlanStanding } from "@/components/portal/plan/PlanStanding";
import { PlanTrouble } from "@/components/portal/plan/PlanTrouble";
import { planTitle } from "@/components/portal/plan/words";
import { LinkButton } from "@/components/ui/Button";
import { PageShell } from "@/components/ui/PageShell";
import { ProviderContact } from "@/components/ui/ProviderContact";
import { formatMoney } from "@/lib/domain/money";
import { formatDay } from "@/packages/dates/calendar";
import { type EnrolmentProps, titleOf } from "../guard";
import { chooseDate } from "./actions";
import { planAt, planOf } from "./plan-at";

export async function generateMetadata(props: EnrolmentProps) {
  const plan = await planOf((await props.params).secret);
  return titleOf(props, plan ? planTitle(plan) : "Your payments");
}

/** Where a student finds what is paid, what comes next, and what can be changed. */
export default async function PlanPage(props: EnrolmentProps) {
  const { view, plan } = await planAt(props);
  const { provider, bank, secret, agreement, course, reference } = view;
  const { failed, next, status } = plan;
  const home = `/e/${secret}`;
  const newAccount = `${home}/plan/change?kind=new_account`;
  const contact = (
    <>
      <ProviderContact provider={provider} />
      {provider.phone && (
        <>
          {" "}
          or call <span className="whitespace-nowrap">{provider.phone}</span>
        </>
      )}
    </>
  );
  return (
    <PageShell provider={provider} title={planTitle(plan)} back={`${home}/done`}>
      <OtherWindow
        parameter="told"
        words={{
          changed: "Your change is made. This page shows your payments as they are now.",
          paid: "Your card payment went through. This page shows your payments as they are now.",
        }}
      />
      <PlanTrouble
        plan={plan}
        contact={contact}
        card={
          plan.byCard?.owed && (
            <LinkButton kind="secondary" href={`${home}/plan/pay?what=owed`}>
              Pay {formatMoney(plan.byCard.owed.amountCents)} by card
            </LinkButton>
          )
        }
      >
        {plan.needsAccount ? (
          <LinkButton href={newAccount}>{CHANGE_TITLES.new_account}</LinkButton>
        ) : (
          failed &&
          failed.dates.length > 0 && (
            <RetryForm
              action={chooseDate.bind(null, secret)}
              number={failed.number}
              dates={failed.dates.map((value) => ({ value, label: formatDay(value, plan.today) }))}
            />
          )
        )}
      </PlanTrouble>
      <PlanStanding plan={plan} bank={bank} changeHref={newAccount} />
      <PayByCard plan={plan} href={`${home}/plan/pay`} />
      {next && (
        <section className="space-y-4 print:hidden">
          <h2>Change your payments</h2>
          <div className="flex flex-wrap gap-3">
            {status === "Paused" && (
              <LinkButton href={`${home}/plan/change?kind=resume`}>{CHANGE_TITLES.resume}</LinkButton>
            )}
            <LinkButton kind="secondary" href={`${home}/plan/change?kind=move`}>
              {CHANGE_TITLES.move}
            </LinkButton>
            <LinkButton kind="secondary" href={`${home}/plan/change?kind=pause`}>
              {status === "Paused" ? "Change the pause" : CHANGE_TITLES.pause}
            </LinkButton>
          </div>
        </section>
      )}
      <PlanPayments payments={plan.payments} />
      <section className="space-y-4 print:hidden">
        <h2>Your documents</h2>
        <PlanDocuments
          home={home}
          isReady={agreement === "ready"}
          hasDebit={Boolean(next || plan.onItsWay)}
          kind="secondary"
        />
      </section>
      <p>
        Questions about your payments for {course.name}? Contact {contact}. Your reference is{" "}
        <strong className="inline-block">{reference}</strong>.
      </p>
    </PageShell>
  );
}

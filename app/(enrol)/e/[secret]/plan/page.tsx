import { PlanDocuments } from "@/components/portal/PlanDocuments";
import { PlanPayments } from "@/components/portal/plan/PlanPayments";
import { PlanStanding } from "@/components/portal/plan/PlanStanding";
import { PlanTrouble } from "@/components/portal/plan/PlanTrouble";
import { planTitle } from "@/components/portal/plan/words";
import { PageShell } from "@/components/ui/PageShell";
import { ProviderContact } from "@/components/ui/ProviderContact";
import { type EnrolmentProps, titleOf } from "../guard";
import { planAt, planOf } from "./plan-at";

export async function generateMetadata(props: EnrolmentProps) {
  const plan = await planOf((await props.params).secret);
  return titleOf(props, plan ? planTitle(plan) : "Your payments");
}

/** Where a student finds what is paid, what comes next, and what can be changed. */
export default async function PlanPage(props: EnrolmentProps) {
  const { view, plan } = await planAt(props);
  const { provider, bank, secret, agreement, course, reference } = view;
  const home = `/e/${secret}`;
  const contact = (
    <>
      <ProviderContact provider={provider} />
      {provider.phone && ` or call ${provider.phone}`}
    </>
  );
  return (
    <PageShell provider={provider} title={planTitle(plan)} back={`${home}/done`}>
      <PlanTrouble plan={plan} contact={contact} />
      <PlanStanding plan={plan} bank={bank} provider={provider.name} />
      <PlanPayments payments={plan.payments} />
      <section className="space-y-4 print:hidden">
        <h2>Your documents</h2>
        <PlanDocuments home={home} isReady={agreement === "ready"} kind="secondary" />
      </section>
      <p>
        Questions about your payments for {course.name}? Contact {contact}. Your reference is{" "}
        <strong className="inline-block">{reference}</strong>.
      </p>
    </PageShell>
  );
}

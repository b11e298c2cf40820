import { formatMoney } from "@/lib/domain/money";
import { planRows } from "@/lib/domain/plan-offer";
import type { EnrolmentView } from "@/lib/enrolment/view";
import type { FormAction } from "../forms/form-state";
import { Notice } from "../ui/Notice";
import { ChoiceForm } from "./ChoiceForm";
import { EnrolmentPage } from "./EnrolmentPage";
import { STEP_TITLES } from "./titles";

interface Props {
  view: EnrolmentView;
  action: FormAction;
  /** A plan, whatever was chosen before. */
  wantsPlan?: boolean;
  /** Whether mails can be read here. */
  keepsMail: boolean;
}

/** Step 2: by card, or by a plan. */
export function HowToPay({ view, action, wantsPlan = false, keepsMail }: Props) {
  const { priceChangedFrom, offeredPriceCents, step } = view;
  const isUnderWay = step === "bank" || step === "review";
  const underWay = isUnderWay ? view.plan : null;
  const offer = { priceCents: offeredPriceCents, today: view.today, limits: view.limits };
  return (
    <EnrolmentPage view={view} number={2} back="details" title={STEP_TITLES.pay} isUndecided>
      {priceChangedFrom !== null && !isUnderWay && (
        <Notice kind="info" title="The course fee has changed">
          It was {formatMoney(priceChangedFrom)} when you chose how to pay, and is now{" "}
          {formatMoney(offeredPriceCents)}. Choose again to continue.
        </Notice>
      )}
      <ChoiceForm
        action={action}
        offer={view.offer}
        {...offer}
        {...planRows(offer, view.chosen?.firstPaymentDate ?? null, underWay)}
        paymentType={wantsPlan ? "interest_free_payment_plan" : view.paymentType}
        chosen={view.chosen}
        underWay={underWay}
      >
        {isUnderWay && (
          <Notice kind="info">
            {step === "review"
              ? "You have authorised your bank account, and your payment plan waits for you to confirm it. If you change it here, you will need to authorise your bank account again."
              : "You have started a payment plan. If you change it here, you begin at its first step."}
            {!view.isPlanStillOffered &&
              priceChangedFrom === null &&
              " The course does not offer this plan any more: once changed, it cannot be chosen again."}
            {priceChangedFrom !== null &&
              ` The plan keeps its course fee of ${formatMoney(priceChangedFrom)}. The fee has changed: what you choose instead costs ${formatMoney(offeredPriceCents)}.`}
          </Notice>
        )}
      </ChoiceForm>
      {view.linkMailedTo && <LinkMailed to={view.linkMailedTo} keepsMail={keepsMail} />}
    </EnrolmentPage>
  );
}

function LinkMailed({ to, keepsMail }: { to: string; keepsMail: boolean }) {
  return (
    <p className="break-words text-muted">
      You can come back to this enrolment with the link that we email to <bdi>{to}</bdi>. Once you continue
      there, this window’s link ends.{" "}
      {keepsMail && <a href="/sandbox/mail">Read it in this test environment</a>}
    </p>
  );
}

import { PaymentChecked } from "@/components/card/PaymentChecked";
import { Checking } from "@/components/portal/Checking";
import { EnrolmentPage } from "@/components/portal/EnrolmentPage";
import { STEP_TITLES } from "@/components/portal/titles";
import { type EnrolmentProps, enrolmentAt, titleOf } from "../guard";

export const generateMetadata = (props: EnrolmentProps) => titleOf(props, STEP_TITLES.checking);

export default async function CheckingPage(props: EnrolmentProps) {
  const view = await enrolmentAt(props, "checking");
  return (
    <EnrolmentPage view={view} title={STEP_TITLES.checking}>
      <PaymentChecked bankUrl={view.cardBankUrl} provider={view.provider} reference={view.reference} />
      <Checking home={`/e/${view.secret}`} isAtBank={view.cardBankUrl !== null} />
    </EnrolmentPage>
  );
}

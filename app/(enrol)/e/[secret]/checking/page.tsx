import { PaymentChecked } from "@/components/card/PaymentChecked";
import { Checking } from "@/components/portal/Checking";
import { EnrolmentPage } from "@/components/portal/EnrolmentPage";
import { type EnrolmentProps, enrolmentAt, titleOf } from "../guard";

const TITLE = "Checking your payment";

export const generateMetadata = (props: EnrolmentProps) => titleOf(props, TITLE);

export default async function CheckingPage(props: EnrolmentProps) {
  const view = await enrolmentAt(props, "checking");
  return (
    <EnrolmentPage view={view} title={TITLE}>
      <PaymentChecked bankUrl={view.cardBankUrl} provider={view.provider} reference={view.reference} />
      <Checking home={`/e/${view.secret}`} isAtBank={view.cardBankUrl !== null} />
    </EnrolmentPage>
  );
}

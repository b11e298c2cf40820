import { Checking } from "@/components/portal/Checking";
import { EnrolmentPage } from "@/components/portal/EnrolmentPage";
import { type EnrolmentProps, enrolmentAt, titleOf } from "../guard";

const TITLE = "Checking your payment";

export const generateMetadata = (props: EnrolmentProps) => titleOf(props, TITLE);

export default async function CheckingPage(props: EnrolmentProps) {
  const view = await enrolmentAt(props, "checking");
  return (
    <EnrolmentPage view={view} title={TITLE}>
      <Checking
        home={`/e/${view.secret}`}
        reference={view.reference}
        provider={view.provider}
        bankUrl={view.cardBankUrl}
      />
    </EnrolmentPage>
  );
}

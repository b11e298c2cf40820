import { Ended } from "@/components/portal/Ended";
import { EnrolmentPage } from "@/components/portal/EnrolmentPage";
import { type EnrolmentProps, enrolmentAt, titleOf } from "../guard";

const TITLE = "Your enrolment was cancelled";

export const generateMetadata = (props: EnrolmentProps) => titleOf(props, TITLE);

export default async function CancelledPage(props: EnrolmentProps) {
  const view = await enrolmentAt(props, "cancelled");
  return (
    <EnrolmentPage view={view} title={TITLE}>
      <Ended how="cancelled" home={`/e/${view.secret}`} provider={view.provider} />
    </EnrolmentPage>
  );
}

import { Ended } from "@/components/portal/Ended";
import { EnrolmentPage } from "@/components/portal/EnrolmentPage";
import { type EnrolmentProps, enrolmentAt, titleOf } from "../guard";

const TITLE = "Your enrolment has expired";

export const generateMetadata = (props: EnrolmentProps) => titleOf(props, TITLE);

export default async function ExpiredPage(props: EnrolmentProps) {
  const view = await enrolmentAt(props, "expired");
  return (
    <EnrolmentPage view={view} title={TITLE}>
      <Ended how="expired" home={`/e/${view.secret}`} provider={view.provider} />
    </EnrolmentPage>
  );
}

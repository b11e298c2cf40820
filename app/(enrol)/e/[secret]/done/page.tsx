import { Done } from "@/components/portal/Done";
import { EnrolmentPage } from "@/components/portal/EnrolmentPage";
import { type EnrolmentProps, enrolmentAt, titleOf } from "../guard";

const TITLE = "You are enrolled";

export const generateMetadata = (props: EnrolmentProps) => titleOf(props, TITLE);

export default async function DonePage(props: EnrolmentProps) {
  const view = await enrolmentAt(props, "done");
  return (
    <EnrolmentPage view={view} number={view.payment ? 4 : undefined} title={TITLE}>
      <Done view={view} />
    </EnrolmentPage>
  );
}

import { Done } from "@/components/portal/Done";
import { EnrolmentPage } from "@/components/portal/EnrolmentPage";
import { STEP_TITLES } from "@/components/portal/titles";
import { type EnrolmentProps, enrolmentAt, titleOf } from "../guard";

export const generateMetadata = (props: EnrolmentProps) => titleOf(props, STEP_TITLES.done);

type Props = EnrolmentProps & { searchParams: Promise<{ receipt?: string | string[] }> };

export default async function DonePage(props: Props) {
  const view = await enrolmentAt(props, "done");
  const { receipt } = await props.searchParams;
  return (
    // By card there is nothing to review: paying takes the third step to the last.
    <EnrolmentPage view={view} number={view.payment ? 4 : undefined} title={STEP_TITLES.done}>
      <Done view={view} isReceiptBeingMade={receipt === "being_made"} />
    </EnrolmentPage>
  );
}

import { HowToPay } from "@/components/portal/HowToPay";
import { STEP_TITLES } from "@/components/portal/titles";
import { published } from "@/server/instance/published";
import { type EnrolmentProps, enrolmentAt, titleOf } from "../guard";
import { chooseHowToPay } from "./actions";

export const generateMetadata = (props: EnrolmentProps) => titleOf(props, STEP_TITLES.pay);

type Props = EnrolmentProps & { searchParams: Promise<{ how?: string | string[] }> };

export default async function PayPage(props: Props) {
  const view = await enrolmentAt(props, "pay");
  const { how } = await props.searchParams;
  return (
    <HowToPay
      view={view}
      action={chooseHowToPay.bind(null, view.secret)}
      wantsPlan={how === "plan"}
      keepsMail={published().pages.keepsMail}
    />
  );
}

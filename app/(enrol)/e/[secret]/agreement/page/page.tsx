import { notFound, redirect } from "next/navigation";
import { AgreementPage } from "@/components/portal/AgreementPage";
import { published } from "@/server/instance/published";
import { type EnrolmentProps, enrolmentAt, titleOf } from "../../guard";

const TITLE = "Payment Plan Agreement";

export const generateMetadata = (props: EnrolmentProps) => titleOf(props, TITLE);

export default async function SignedAgreementPage(props: EnrolmentProps) {
  const view = await enrolmentAt(props, "done");
  const signed = await published().pages.portal.agreementToRead(view.secret);
  if (!signed) notFound();
  if (signed === "being_made") redirect(`/e/${view.secret}/done`);
  return <AgreementPage view={view} title={TITLE} {...signed} />;
}

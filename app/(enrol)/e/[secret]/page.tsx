import { notFound, redirect } from "next/navigation";
import { CONTINUE_TITLE, ContinueHere } from "@/components/portal/ContinueHere";
import { continueHere } from "./actions";
import { type EnrolmentProps, titleOf, viewOf, waitingAt } from "./guard";

export const generateMetadata = (props: EnrolmentProps) => titleOf(props, CONTINUE_TITLE);

/** A link to resume: one that was mailed asks first, because mail scanners open pages as browsers do. */
export default async function Resume({ params }: EnrolmentProps) {
  const { secret } = await params;
  const view = await viewOf(secret);
  if (view) redirect(`/e/${secret}/${view.step}`);
  const link = await waitingAt(secret);
  if (!link) notFound();
  return <ContinueHere link={link} action={continueHere.bind(null, secret)} />;
}

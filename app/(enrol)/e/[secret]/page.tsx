import { notFound, redirect } from "next/navigation";
import { published } from "@/lib/api/published";
import { type EnrolmentProps, titleOf } from "./guard";

export const generateMetadata = (props: EnrolmentProps) => titleOf(props, "Your enrolment");

/** The link to resume. */
export default async function Resume({ params }: EnrolmentProps) {
  const { secret } = await params;
  const view = await published().pages.portal.view(secret);
  if (!view) notFound();
  redirect(`/e/${secret}/${view.step}`);
}

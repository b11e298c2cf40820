import { notFound, redirect } from "next/navigation";
import { published } from "@/lib/api/published";
import type { EnrolmentProps } from "./guard";

/** The resume link: takes up where the student stopped. */
export default async function Resume({ params }: EnrolmentProps) {
  const { secret } = await params;
  const view = await published().pages.portal.view(secret);
  if (!view) notFound();
  redirect(`/e/${secret}/${view.step}`);
}

import { redirect } from "next/navigation";
import { cache } from "react";
import { published } from "@/server/instance/published";
import { type EnrolmentProps, enrolmentAt } from "../guard";

export const planOf = cache((secret: string) => published().pages.portal.plan(secret));

/** The enrolment and its collected plan. Redirects to the last page where nobody collects it. */
export async function planAt(props: EnrolmentProps) {
  const view = await enrolmentAt(props, "plan");
  const plan = await planOf(view.secret);
  if (!plan) redirect(`/e/${view.secret}/done`);
  return { view, plan };
}

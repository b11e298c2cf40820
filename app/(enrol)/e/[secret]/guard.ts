import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { mayVisit, type Page } from "@/lib/enrolment/step";
import type { EnrolmentView } from "@/lib/enrolment/view";
import { published } from "@/server/instance/published";
import { withRefusal } from "../../visit";

export interface EnrolmentProps {
  params: Promise<{ secret: string }>;
}

export const viewOf = cache((secret: string) => published().pages.portal.view(secret));

export const waitingAt = cache((secret: string) => published().pages.portal.waitingLink(secret));

/** The enrolment of a page. Redirects to the next step, or to the link's own page, where the page may not be seen now. */
export async function enrolmentAt({ params }: EnrolmentProps, page: Page): Promise<EnrolmentView> {
  const { secret } = await params;
  const view = await viewOf(secret);
  if (!view && (await waitingAt(secret))) redirect(`/e/${secret}${page === "plan" ? "?page=plan" : ""}`);
  if (!view) notFound();
  if (!mayVisit(page, view.step, view.student !== null)) redirect(`/e/${secret}/${view.step}`);
  return view;
}

export async function titleOf({ params }: EnrolmentProps, step: string) {
  const { secret } = await params;
  const known = (await viewOf(secret)) ?? (await waitingAt(secret));
  const title = known ? `${step} – ${known.provider.name}` : "Enrolment not found – Provider Checkout";
  return { title: await withRefusal(title) };
}

"use server";

import { notFound, redirect } from "next/navigation";
import { published } from "@/server/instance/published";
import { onlyTexts } from "../../../called";
import { visitOfForm } from "../../visit";

export async function startEnrolment(providerCode: string, courseSlug: string): Promise<void> {
  onlyTexts(providerCode, courseSlug);
  const portal = `/p/${encodeURIComponent(providerCode)}`;
  if (!(await visitOfForm(portal)) && !(await visitOfForm("/"))) redirect(portal);
  const secret = await published().pages.portal.start(providerCode, courseSlug);
  if (!secret) notFound();
  redirect(`/e/${secret}/details`);
}

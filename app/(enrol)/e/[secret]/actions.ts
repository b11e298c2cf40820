"use server";

import { redirect } from "next/navigation";
import { published } from "@/server/instance/published";
import { onlyTexts } from "../../../called";
import { visitOfForm } from "../../visit";

/** "Continue here" was pressed. A form from another site changes nothing. */
export async function continueHere(secret: string, form: FormData): Promise<void> {
  onlyTexts(secret);
  const isOurs = (await visitOfForm(`/e/${secret}`)) !== null;
  const step = isOurs ? await published().pages.portal.continueHere(secret) : null;
  const wantsPlan = step === "done" && form instanceof FormData && form.get("page") === "plan";
  redirect(step ? `/e/${secret}/${wantsPlan ? "plan" : step}` : `/e/${secret}`);
}

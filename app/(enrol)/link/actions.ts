"use server";

import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import type { FormState } from "@/components/forms/form-state";
import { entered } from "@/lib/contract/forms/read";
import { FORM_WORDS } from "@/lib/domain/form-words";
import { published } from "@/server/instance/published";
import { onlyForm, onlyTexts } from "../../called";
import { visitOfForm } from "../visit";

export async function askForLink(
  providerCode: string | null,
  before: FormState,
  form: FormData,
): Promise<FormState> {
  if (providerCode !== null) onlyTexts(providerCode);
  onlyForm(before, form);
  const visit = await visitOfForm(addressOf(providerCode));
  const values = entered(form, ["email"]);
  const attempt = before.attempt + 1;
  // Read if the form is not taken; a page that is redirected to is drawn in another request.
  published().pages.refused.add(await headers());
  if (!visit) return { errors: {}, notice: FORM_WORDS.from_elsewhere, values, attempt };
  const result = await published().pages.portal.askForLink(visit, providerCode, values);
  if (!result) notFound();
  if (!result.ok) return { errors: result.errors, notice: null, values, attempt };
  redirect(`${addressOf(providerCode)}?sent`);
}

const addressOf = (providerCode: string | null) =>
  providerCode === null ? "/link" : `/p/${encodeURIComponent(providerCode)}/link`;

"use server";

import type { FormState } from "@/components/portal/form-state";
import { published } from "@/lib/api/published";
import { visitOfForm } from "../../../visit";
import { entered, FROM_ELSEWHERE, toFormState } from "../outcome";

export async function saveDetails(secret: string, before: FormState, form: FormData): Promise<FormState> {
  const visit = await visitOfForm(`/e/${secret}/details`);
  const fields = entered(form, ["firstName", "lastName", "email"]);
  const result = visit ? await published().pages.portal.saveDetails(visit, secret, fields) : FROM_ELSEWHERE;
  return toFormState(secret, result, before, fields);
}

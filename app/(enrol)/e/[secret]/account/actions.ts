"use server";

import type { FormState } from "@/components/portal/form-state";
import { published } from "@/lib/api/published";
import { visitOfForm } from "../../../visit";
import { FROM_ELSEWHERE, toFormState } from "../outcome";

export async function changeAccount(
  secret: string,
  checkoutId: string,
  before: FormState,
  _form: FormData,
): Promise<FormState> {
  const visit = await visitOfForm(`/e/${secret}/account`);
  const result = visit
    ? await published().pages.portal.changeAccount(visit, secret, checkoutId)
    : FROM_ELSEWHERE;
  return toFormState(secret, result, before, {});
}

"use server";

import type { FormState } from "@/components/portal/form-state";
import { published } from "@/lib/api/published";
import type { ChoiceFields } from "@/lib/contract/forms/choice";
import { visitOfForm } from "../../../visit";
import { entered, FROM_ELSEWHERE, toFormState } from "../outcome";

export async function choosePayment(secret: string, before: FormState, form: FormData): Promise<FormState> {
  const visit = await visitOfForm(`/e/${secret}/pay`);
  const fields = entered(form, [
    "paymentType",
    "frequency",
    "numberOfInstalments",
    "firstPaymentDate",
    "offer",
  ]);
  const result = visit
    ? await published().pages.portal.choosePayment(visit, secret, fields as ChoiceFields & typeof fields)
    : FROM_ELSEWHERE;
  return toFormState(secret, result, before, fields);
}

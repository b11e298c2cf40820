"use server";

import type { FormState } from "@/components/portal/form-state";
import { published } from "@/lib/api/published";
import { DECLARATIONS, type DeclarationKey } from "@/lib/domain/wording";
import { visitOfForm } from "../../../visit";
import { entered, FROM_ELSEWHERE, toFormState } from "../outcome";

const KEYS = Object.keys(DECLARATIONS) as DeclarationKey[];

export async function confirmPlan(
  secret: string,
  checkoutId: string,
  before: FormState,
  form: FormData,
): Promise<FormState> {
  const visit = await visitOfForm(`/e/${secret}/review`);
  const made = {
    payment_plan_accepted: form.get("payment_plan_accepted") === "on",
    information_confirmed: form.get("information_confirmed") === "on",
    privacy_consent_accepted: form.get("privacy_consent_accepted") === "on",
  };
  const result = visit
    ? await published().pages.portal.confirmPlan(visit, secret, made, checkoutId)
    : FROM_ELSEWHERE;
  return toFormState(secret, result, before, entered(form, KEYS));
}

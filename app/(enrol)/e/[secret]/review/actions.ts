"use server";

import type { FormState } from "@/components/forms/form-state";
import { entered } from "@/lib/contract/forms/read";
import { DECLARATIONS } from "@/lib/domain/wording";
import { keysOf } from "@/packages/text/narrow";
import { onlyForm, onlyTexts } from "../../../../called";
import { answerForm } from "../answer";

const KEYS = keysOf(DECLARATIONS);

export async function confirmPlan(
  secret: string,
  checkoutId: string,
  before: FormState,
  form: FormData,
): Promise<FormState> {
  onlyTexts(secret, checkoutId);
  onlyForm(before, form);
  const values = entered(form, KEYS);
  return answerForm(secret, "review", before, values, (portal, visit) =>
    portal.confirmPlan(visit, secret, values, checkoutId, String(form.get("wording") ?? "")),
  );
}

"use server";

import type { FormState } from "@/components/forms/form-state";
import { onlyForm, onlyTexts } from "../../../../called";
import { answerForm } from "../answer";

export async function changeAccount(
  secret: string,
  checkoutId: string,
  before: FormState,
  form: FormData,
): Promise<FormState> {
  onlyTexts(secret, checkoutId);
  onlyForm(before, form);
  return answerForm(secret, "account", before, {}, (portal, visit) =>
    portal.changeAccount(visit, secret, checkoutId),
  );
}

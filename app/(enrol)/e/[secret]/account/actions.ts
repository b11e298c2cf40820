"use server";

import type { FormState } from "@/components/forms/form-state";
import { answerForm } from "../answer";

export async function changeAccount(
  secret: string,
  checkoutId: string,
  before: FormState,
  _form: FormData,
): Promise<FormState> {
  return answerForm(secret, "account", before, {}, (portal, visit) =>
    portal.changeAccount(visit, secret, checkoutId),
  );
}

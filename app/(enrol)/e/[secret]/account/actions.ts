"use server";

import type { FormState } from "@/components/forms/form-state";
import { answerForm } from "../answer";

export async function changeAccount(secret: string, checkoutId: string, before: FormState, form: FormData) {
  return answerForm("account", [secret, checkoutId], before, form, [], (portal, visit) =>
    portal.changeAccount(visit, secret, checkoutId),
  );
}

"use server";

import type { FormState } from "@/components/forms/form-state";
import { entered } from "@/lib/contract/forms/read";
import { onlyForm, onlyTexts } from "../../../../called";
import { answerForm } from "../answer";

const NAMES = [
  "paymentType",
  "preset",
  "frequency",
  "numberOfInstalments",
  "firstPaymentDate",
  "offer",
] as const;

export async function chooseHowToPay(secret: string, before: FormState, form: FormData): Promise<FormState> {
  onlyTexts(secret);
  onlyForm(before, form);
  const fields = entered(form, NAMES);
  return answerForm(secret, "pay", before, fields, (portal, visit) =>
    portal.choosePayment(visit, secret, fields),
  );
}

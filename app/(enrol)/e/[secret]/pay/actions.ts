"use server";

import type { FormState } from "@/components/forms/form-state";
import { answerForm } from "../answer";

const NAMES = [
  "paymentType",
  "preset",
  "frequency",
  "numberOfInstalments",
  "firstPaymentDate",
  "offer",
] as const;

export async function chooseHowToPay(secret: string, before: FormState, form: FormData) {
  return answerForm("pay", [secret], before, form, NAMES, (portal, visit, fields) =>
    portal.choosePayment(visit, secret, fields),
  );
}

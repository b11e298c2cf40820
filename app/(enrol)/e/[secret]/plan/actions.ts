"use server";

import type { FormState } from "@/components/forms/form-state";
import { answerForm } from "../answer";

const NAMES = ["kind", "number", "date"] as const;

/** A date for a payment that failed, from the plan's page. */
export async function chooseDate(secret: string, before: FormState, form: FormData) {
  return answerForm("plan", [secret], before, form, NAMES, (portal, visit, fields) =>
    portal.chooseChange(visit, secret, fields),
  );
}

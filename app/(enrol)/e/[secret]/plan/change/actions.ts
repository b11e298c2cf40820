"use server";

import type { FormState } from "@/components/forms/form-state";
import { answerForm } from "../../answer";

const NAMES = ["kind", "number", "date"] as const;

export async function chooseChange(secret: string, before: FormState, form: FormData) {
  return answerForm("plan/change", [secret], before, form, NAMES, (portal, visit, fields) =>
    portal.chooseChange(visit, secret, fields),
  );
}

export async function makeChange(secret: string, before: FormState, form: FormData) {
  return answerForm("plan/change", [secret], before, form, NAMES, (portal, visit, fields) =>
    portal.makeChange(visit, secret, fields),
  );
}

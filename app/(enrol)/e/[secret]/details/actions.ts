"use server";

import type { FormState } from "@/components/forms/form-state";
import { answerForm } from "../answer";

const NAMES = ["firstName", "lastName", "email", "askedEmail"] as const;

export async function saveDetails(secret: string, before: FormState, form: FormData) {
  return answerForm("details", [secret], before, form, NAMES, (portal, visit, fields) =>
    portal.saveDetails(visit, secret, fields),
  );
}

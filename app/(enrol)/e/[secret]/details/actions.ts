"use server";

import type { FormState } from "@/components/forms/form-state";
import { entered } from "@/lib/contract/forms/read";
import { onlyForm, onlyTexts } from "../../../../called";
import { answerForm } from "../answer";

export async function saveDetails(secret: string, before: FormState, form: FormData): Promise<FormState> {
  onlyTexts(secret);
  onlyForm(before, form);
  const fields = entered(form, ["firstName", "lastName", "email", "askedEmail"]);
  const asked = { ...fields, askedEmail: fields.email };
  return answerForm(secret, "details", before, asked, (portal, visit) =>
    portal.saveDetails(visit, secret, fields),
  );
}

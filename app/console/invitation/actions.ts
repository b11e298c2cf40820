"use server";

import type { FormState } from "@/components/forms/form-state";
import { answerStaff } from "../answer";

export async function setPassword(before: FormState, form: FormData) {
  return answerStaff("/console/invitation", before, form, ["token", "password"], (console, visit, values) =>
    console.setPassword(visit, values.token, values),
  );
}

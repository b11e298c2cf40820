"use server";

import type { FormState } from "@/components/forms/form-state";
import { answerStaff } from "../../answer";

export async function enterCode(before: FormState, form: FormData) {
  return answerStaff("/console/sign-in/code", before, form, ["code", "next"], (console, visit, values) =>
    console.enterCode(visit, values),
  );
}

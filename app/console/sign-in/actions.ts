"use server";

import type { FormState } from "@/components/forms/form-state";
import { answerStaff } from "../answer";

export async function signIn(before: FormState, form: FormData) {
  return answerStaff(
    "/console/sign-in",
    before,
    form,
    ["email", "password", "next"],
    (console, visit, values) => console.signIn(visit, values),
  );
}

"use server";

import type { FormState } from "@/components/forms/form-state";
import { answerStaff, MAX_PASSKEY } from "../answer";

export async function signIn(before: FormState, form: FormData) {
  return answerStaff(
    "/console/sign-in",
    before,
    form,
    ["email", "password", "next"],
    (console, visit, values) => console.signIn(visit, values),
  );
}

export async function signInByPasskey(before: FormState, form: FormData) {
  return answerStaff(
    "/console/sign-in",
    before,
    form,
    ["passkey", "next"],
    (console, visit, values) => console.signInByPasskey(visit, values),
    MAX_PASSKEY,
  );
}

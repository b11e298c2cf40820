"use server";

import { after } from "next/server";
import type { FormState } from "@/components/forms/form-state";
import { answerStaff } from "../answer";

export async function askForReset(before: FormState, form: FormData) {
  return answerStaff("/console/reset", before, form, ["email"], (console, visit, values) =>
    console.askForReset(visit, values, after),
  );
}

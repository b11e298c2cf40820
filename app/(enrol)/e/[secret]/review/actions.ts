"use server";

import type { FormState } from "@/components/forms/form-state";
import { DECLARATIONS } from "@/lib/domain/wording";
import { keysOf } from "@/packages/text/narrow";
import { answerForm } from "../answer";

const NAMES = [...keysOf(DECLARATIONS), "wording"] as const;

export async function confirmPlan(secret: string, checkoutId: string, before: FormState, form: FormData) {
  return answerForm("review", [secret, checkoutId], before, form, NAMES, (portal, visit, values) =>
    portal.confirmPlan(visit, secret, values, checkoutId, values.wording),
  );
}

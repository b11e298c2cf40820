import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import type { FormState } from "@/components/portal/form-state";
import { emptiedOfCardNumbers } from "@/lib/domain/card-number";
import type { Result } from "@/lib/enrolment/result";
import { SENT_FROM_ELSEWHERE } from "../../entered";

export { entered } from "../../entered";

/** Ends a server action: on to the next step, or back to the form with what to correct and what was entered. */
export function toFormState(
  secret: string,
  result: Result | null,
  before: FormState,
  values: Record<string, string>,
): FormState {
  // The link has ended: its own address says so, as the proxy has it drawn.
  if (!result) redirect(`/e/${secret}`);
  if (result.ok) {
    // Back would else show a page as it was before the answer that was given on it.
    revalidatePath(`/e/${secret}`, "layout");
    redirect(`/e/${secret}/${result.step}`);
  }
  const { errors, notice } = result;
  return { errors, notice, values: emptiedOfCardNumbers(values), attempt: before.attempt + 1 };
}

/** What a form of another site gets. */
export const FROM_ELSEWHERE: Result = { ok: false, errors: {}, notice: SENT_FROM_ELSEWHERE };

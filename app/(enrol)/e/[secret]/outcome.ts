import { revalidatePath } from "next/cache";
import { notFound, redirect } from "next/navigation";
import type { FormState } from "@/components/portal/form-state";
import { emptiedOfCardNumbers } from "@/lib/domain/card-number";
import type { Result } from "@/lib/enrolment/result";

/** Ends a server action: on to the next step, or back to the form with what to correct and what was entered. */
export function toFormState(
  secret: string,
  result: Result | null,
  before: FormState,
  values: Record<string, string>,
): FormState {
  if (!result) notFound();
  if (result.ok) {
    // Back would else show a page as it was before the answer that was given on it.
    revalidatePath(`/e/${secret}`, "layout");
    redirect(`/e/${secret}/${result.step}`);
  }
  const { errors, notice } = result;
  return { errors, notice, values: emptiedOfCardNumbers(values), attempt: before.attempt + 1 };
}

/** Text members of a form as they were entered. */
export function entered<const N extends string>(form: FormData, names: readonly N[]): Record<N, string> {
  const values = names.map((name) => {
    const value = form.get(name);
    return [name, typeof value === "string" ? value : ""];
  });
  return Object.fromEntries(values);
}

/** What a form of another site gets: nothing was read of it. */
export const FROM_ELSEWHERE: Result = {
  ok: false,
  errors: {},
  notice:
    "This form was sent from another site and nothing was saved. Check the address of this page and try again.",
};

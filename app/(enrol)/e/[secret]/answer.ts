import { revalidatePath } from "next/cache";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { FormState } from "@/components/forms/form-state";
import { entered } from "@/lib/contract/forms/read";
import { FORM_WORDS } from "@/lib/domain/form-words";
import type { Visit } from "@/lib/enrolment/context";
import type { Result } from "@/lib/enrolment/result";
import { emptiedOfCardNumbers } from "@/packages/cards/card-number";
import { type Portal, published } from "@/server/instance/published";
import { onlyForm, onlyTexts } from "../../../called";
import { visitOfForm } from "../../visit";

/**
 * Answers a page's form: redirects to the next step, or returns what to correct.
 * @param bound what the page gave its action beside the form
 * @param names the fields of the form
 */
export async function answerForm<const N extends string>(
  page: "details" | "pay" | "review" | "account" | "plan" | "plan/change",
  bound: readonly [secret: string, checkoutId?: string],
  before: FormState,
  form: FormData,
  names: readonly N[],
  work: (portal: Portal, visit: Visit, values: Record<N, string>) => Promise<Result | null>,
): Promise<FormState> {
  onlyTexts(...bound);
  onlyForm(before, form);
  const [secret] = bound;
  const values = entered(form, names);
  const visit = await visitOfForm(`/e/${secret}/${page}`);
  const result: Result | null = visit
    ? await work(published().pages.portal, visit, values)
    : { ok: false, errors: {}, notice: FORM_WORDS.from_elsewhere };
  // The link has ended, which its address then says.
  if (!result) redirect(`/e/${secret}`);
  if (result.ok) {
    // Otherwise the browser's Back would show the page without this answer.
    revalidatePath(`/e/${secret}`, "layout");
    if ("url" in result) redirect(result.url);
    const query = "query" in result ? result.query : result.undone && { undone: result.undone };
    redirect(`/e/${secret}/${result.step}${query ? `?${new URLSearchParams(query)}` : ""}`);
  }
  published().pages.refused.add(await headers());
  const { errors, notice } = result;
  return { errors, notice, values: emptiedOfCardNumbers(values), attempt: before.attempt + 1 };
}

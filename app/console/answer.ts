import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { type FormState, UNTRIED } from "@/components/forms/form-state";
import { entered } from "@/lib/contract/forms/read";
import { FORM_WORDS } from "@/lib/domain/form-words";
import type { Console } from "@/lib/staff/console";
import type { StaffResult, StaffVisit } from "@/lib/staff/context";
import { published } from "@/server/instance/published";
import { onlyForm } from "../called";

/** More than any reason or password, and less than hashing it would take long for. */
const MAX_TYPED = 600;
/** More than a browser says of a passkey. */
export const MAX_PASSKEY = 20_000;

/**
 * Answers a form of the console: goes on to another page, or returns what to correct. Whoever is not signed in any more does
 * that first.
 * @param path of the page that has the form
 */
export async function answerStaff<const N extends string>(
  path: string,
  before: FormState,
  form: FormData,
  names: readonly N[],
  work: (console: Console, visit: StaffVisit, values: Record<N, string>) => Promise<StaffResult | null>,
  longest = MAX_TYPED,
): Promise<FormState> {
  onlyForm(before, form);
  const values = entered(form, names, longest);
  const sent = await headers();
  const { pages } = published();
  const result: StaffResult | null = pages.isSentFrom(sent, path)
    ? await work(pages.console, pages.staffVisitOf(sent), values)
    : { ok: false, errors: {}, notice: FORM_WORDS.from_elsewhere, kept: {} };
  if (!result) redirect("/console/sign-in");
  if (result.ok) {
    const { to, shown, asked } = result;
    if (shown) return { ...UNTRIED, done: { to, shown } };
    const jar = await cookies();
    const secure = pages.baseUrl.startsWith("https:");
    for (const { name, value, maxAgeS } of result.cookies)
      jar.set(name, value, {
        httpOnly: true,
        sameSite: "lax",
        path: "/",
        secure,
        ...(maxAgeS !== null && { maxAge: maxAgeS }),
      });
    if (asked) return { ...UNTRIED, values: { asked: JSON.stringify(asked) } };
    redirect(to);
  }
  pages.refused.add(sent);
  const { errors, notice } = result;
  const kept: Record<string, string> = entered(form, ["email", "reason"], MAX_TYPED);
  // Nothing secret goes back, nor a reason that may hold such.
  const reason = errors.reason ? "" : (kept.reason ?? "");
  const again = { email: kept.email ?? "", reason, ...result.kept };
  return { errors, notice, values: again, attempt: before.attempt + 1 };
}

import type { FieldErrors } from "../contract/forms/read";
import type { Step } from "./step";

/** What a form was to do, and did not, because another window, or a new version of the agreement, came before it. */
export type Undone = "card" | "plan" | "details" | "wording";

/** The next step, or what to correct: `errors` by the form's field names, and a `notice` for what belongs to no field. */
export type Result =
  | { ok: true; step: Step; undone?: Undone }
  | { ok: false; errors: FieldErrors; notice: string | null };

export function refuse(errors: FieldErrors, notice: string | null = null): Result {
  return { ok: false, errors, notice };
}

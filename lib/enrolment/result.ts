import type { FieldErrors } from "../contract/forms/read";
import type { Undone } from "./other-window";
import type { Step } from "./step";

/** The next step, or what to correct: `errors` by the form's field names, and a `notice` for what belongs to no field. */
export type Result =
  | { ok: true; step: Step; undone?: Undone }
  | { ok: false; errors: FieldErrors; notice: string | null };

export function refuse(errors: FieldErrors, notice: string | null = null): Result {
  return { ok: false, errors, notice };
}

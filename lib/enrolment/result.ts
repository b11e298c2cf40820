import type { FieldErrors } from "../contract/forms/read";
import type { Step } from "./step";

/**
 * What an answer led to: the step that is next, or what to correct. `errors` are by the form's own field names;
 * `notice` is for what belongs to no field. Plain data: it crosses from the one instance into Next's modules.
 */
export type Result = { ok: true; step: Step } | { ok: false; errors: FieldErrors; notice: string | null };

export function refuse(errors: FieldErrors): Result {
  return { ok: false, errors, notice: null };
}

export function refuseWith(notice: string): Result {
  return { ok: false, errors: {}, notice };
}

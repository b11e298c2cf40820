import type { FieldErrors } from "../contract/forms/read";
import type { Step } from "./step";

/** Why a form did nothing: another window, or a new version of the agreement, came first. */
export type Undone = "card" | "plan" | "details" | "wording";

/** The next step, or what to correct: `errors` by the form's field names, and a `notice` for everything else. */
export type Result =
  | { ok: true; step: Step; undone?: Undone }
  | { ok: true; step: "plan" | "plan/change"; query: Readonly<Record<string, string>> }
  /** Another page of ours. */
  | { ok: true; url: string }
  | { ok: false; errors: FieldErrors; notice: string | null };

export function refuse(errors: FieldErrors, notice: string | null = null): Result {
  return { ok: false, errors, notice };
}

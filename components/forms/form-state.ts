/** What a server action sends back to its form: what to correct, and what had been entered. */
export interface FormState {
  /** By field name, as shown beside the field. */
  errors: Readonly<Record<string, string>>;
  /** What belongs to no field. */
  notice: string | null;
  noticeKind?: "error" | "warning";
  values: Readonly<Record<string, string>>;
  /** Raised with each refusal, so that the summary takes focus again. */
  attempt: number;
}

export const UNTRIED: FormState = { errors: {}, notice: null, values: {}, attempt: 0 };

export type FormAction = (before: FormState, form: FormData) => Promise<FormState>;

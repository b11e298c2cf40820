/** What a server action returns to its form: what to correct, and what was entered. */
export interface FormState {
  errors: Readonly<Record<string, string>>;
  notice: string | null;
  values: Readonly<Record<string, string>>;
  /** Raised with each refusal, so that the error summary takes focus again. */
  attempt: number;
}

export const UNTRIED: FormState = { errors: {}, notice: null, values: {}, attempt: 0 };

export type FormAction = (before: FormState, form: FormData) => Promise<FormState>;

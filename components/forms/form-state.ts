/** What to correct: by the fields' names, and what belongs to none of them. */
export interface Refusal {
  errors: Readonly<Record<string, string>>;
  notice: string | null;
  /** What was entered, as the server keeps it. */
  values?: Readonly<Record<string, string>>;
  done?: DoneOnce;
}

/** What was done is shown here once, before the page that follows. */
interface DoneOnce {
  to: string;
  shown: readonly { label: string; value: string }[];
}

/** What a server action returns to its form. */
export interface FormState extends Refusal {
  values: Readonly<Record<string, string>>;
  /** Raised with each refusal, so that the error summary takes focus again. */
  attempt: number;
}

export const UNTRIED: FormState = { errors: {}, notice: null, values: {}, attempt: 0 };

export type FormAction = (before: FormState, form: FormData) => Promise<FormState>;

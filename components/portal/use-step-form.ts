"use client";

import { type FormEvent, startTransition, useActionState, useState } from "react";
import { type DefaultValues, type FieldValues, type Resolver, useForm } from "react-hook-form";
import { type FormAction, type FormState, UNREACHABLE, UNTRIED } from "./form-state";

interface Options<T extends FieldValues> {
  action: FormAction;
  defaultValues: DefaultValues<T>;
  /** Loads the schema; not before the first attempt to send, so that the page is light. */
  loadResolver: () => Promise<Resolver<T>>;
}

/**
 * A step's form: checked in the browser on submit, then field by field as each is corrected, and again by the server
 * action. Until the page's script runs, the browser posts to that same action by itself.
 */
export function useStepForm<T extends FieldValues>({ action, defaultValues, loadResolver }: Options<T>) {
  const [posted, formAction] = useActionState(action, UNTRIED);
  const [answer, setAnswer] = useState<FormState | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const form = useForm<T>({
    defaultValues,
    resolver: async (...given) => (await loadResolver())(...given),
    shouldFocusError: false,
  });
  const { errors: found, isSubmitted } = form.formState;

  /** The message for a field: of the browser's check, else of the server's answer while the field is as it was. */
  function errorOf(name: string): string | undefined {
    const own = found[name as keyof typeof found]?.message;
    if (typeof own === "string") return own;
    return isSubmitted ? undefined : posted.errors[name];
  }

  async function send(data: FormData): Promise<void> {
    setBusy(true);
    try {
      const { errors, notice } = await action(UNTRIED, data);
      for (const [name, message] of Object.entries(errors)) form.setError(name as never, { message });
      setAnswer({ ...UNTRIED, notice });
    } catch (error) {
      // The next page is on its way: the form stays shut until it is there.
      if (isRedirect(error)) return;
      setAnswer({ ...UNTRIED, notice: UNREACHABLE });
    }
    setAttempt((count) => count + 1);
    setBusy(false);
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (busy) return;
    const data = new FormData(event.currentTarget);
    setAnswer(null);
    void form.handleSubmit(
      () => startTransition(() => send(data)),
      () => setAttempt((count) => count + 1),
    )(event);
  }

  return {
    form,
    busy,
    errorOf,
    notice: answer ? answer.notice : isSubmitted ? null : posted.notice,
    attempt: attempt + posted.attempt,
    /** What the browser posted by itself, to be shown again. */
    posted: posted.values,
    formProps: { action: formAction, onSubmit, noValidate: true },
  };
}

/** Next throws where an action redirects, and goes there itself. */
function isRedirect(error: unknown): boolean {
  const { digest } = (error ?? {}) as { digest?: unknown };
  return typeof digest === "string" && digest.startsWith("NEXT_REDIRECT");
}

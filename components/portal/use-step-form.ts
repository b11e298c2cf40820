"use client";

import { type FormEvent, useActionState, useRef, useState } from "react";
import { type DefaultValues, type FieldValues, type Resolver, useForm } from "react-hook-form";
import { type FormAction, type FormState, OUR_FAULT, UNREACHABLE, UNTRIED } from "./form-state";

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

  // A second click may come before the first has been drawn.
  const sending = useRef(false);
  function setSending(now: boolean): void {
    sending.current = now;
    setBusy(now);
  }

  function refuse(notice: string | null): void {
    setAnswer({ ...UNTRIED, notice });
    setAttempt((count) => count + 1);
    setSending(false);
  }

  async function send(data: FormData): Promise<void> {
    try {
      const { errors, notice } = await action(UNTRIED, data);
      for (const [name, message] of Object.entries(errors)) form.setError(name as never, { message });
      refuse(notice);
    } catch (error) {
      // The next page is on its way: the form stays shut until it is there.
      if (digestOf(error).startsWith("NEXT_REDIRECT")) return;
      refuse(digestOf(error) === "" ? UNREACHABLE : OUR_FAULT);
    }
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (sending.current) return;
    const data = new FormData(event.currentTarget);
    setSending(true);
    setAnswer(null);
    form
      .handleSubmit(
        () => send(data),
        () => refuse(null),
      )(event)
      // The schema could not be loaded.
      .catch(() => refuse(UNREACHABLE));
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

/** Next marks what an action threw: a redirect, to which it goes itself, or a fault of the server. */
function digestOf(error: unknown): string {
  const { digest } = (error ?? {}) as { digest?: unknown };
  return typeof digest === "string" ? digest : "";
}

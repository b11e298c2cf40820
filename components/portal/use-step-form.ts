"use client";

import { type FormEvent, useActionState, useLayoutEffect, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type Resolver,
  useForm,
} from "react-hook-form";
import { FAILED_CALL, failedCall } from "../failed-call";
import { type FormAction, UNTRIED } from "./form-state";
import { keptAnswers, reloadWith } from "./kept-answers";

interface Options<T extends FieldValues> {
  action: FormAction;
  defaultValues: DefaultValues<T>;
  /** Loads the schema; not before the first attempt to send, so that the page is light. */
  loadResolver: () => Promise<Resolver<T>>;
}

type Answers = Readonly<Record<string, FormDataEntryValue>>;

/**
 * A step's form: checked in the browser on submit, then field by field as each is corrected, and again by the server
 * action. Until the page's script runs, the browser posts to that same action by itself, and what is typed stays.
 */
export function useStepForm<T extends FieldValues>({ action, defaultValues, loadResolver }: Options<T>) {
  const [posted, formAction] = useActionState(action, UNTRIED);
  const [answer, setAnswer] = useState<{ notice: string | null; outdated?: Answers } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const hasRules = useRef(false);
  const form = useForm<T>({
    defaultValues,
    resolver: async (...given) => {
      const check = await loadResolver();
      hasRules.current = true;
      return check(...given);
    },
    shouldFocusError: false,
  });
  const { errors: found, isSubmitted } = form.formState;

  // To register a field is to give it its default; what stood in the form by then was typed, or posted.
  const typed = useRef<Answers | null>(null);
  function register<N extends Path<T>>(name: N, options?: RegisterOptions<T, N>) {
    const { ref, ...rest } = form.register(name, options);
    return {
      ...rest,
      ref(control: HTMLInputElement | HTMLSelectElement | null) {
        if (control?.form) typed.current ??= Object.fromEntries(new FormData(control.form));
        ref(control);
      },
    };
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the page as it was found
  useLayoutEffect(() => {
    const answers = keptAnswers() ?? typed.current ?? {};
    for (const [name, value] of Object.entries(defaultValues)) {
      const given = typeof value === "boolean" ? name in answers : (answers[name] ?? value);
      if (given !== value) form.setValue(name as Path<T>, given as never);
    }
  }, []);

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

  function refuse(notice: string | null, outdated?: Answers): void {
    setAnswer({ notice, outdated });
    setAttempt((count) => count + 1);
    setSending(false);
  }

  async function send(data: FormData): Promise<void> {
    setSending(true);
    setAnswer(null);
    try {
      const { errors, notice } = await action(UNTRIED, data);
      for (const [name, message] of Object.entries(errors)) form.setError(name as never, { message });
      refuse(notice);
    } catch (error) {
      const failed = failedCall(error);
      // The next page is on its way: the form stays shut until it is there.
      if (failed === "redirect") return;
      refuse(FAILED_CALL[failed], failed === "outdated" ? Object.fromEntries(data) : undefined);
    }
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (sending.current) return;
    const data = new FormData(event.currentTarget);
    sending.current = true;
    // Rules that are here answer at once: to shut the form before would only be drawn and undone.
    if (!hasRules.current) setBusy(true);
    form
      .handleSubmit(
        () => send(data),
        () => refuse(null),
      )(event)
      // The schema could not be loaded.
      .catch(() => refuse(FAILED_CALL.unreachable));
  }

  const outdated = answer?.outdated;
  return {
    form,
    register,
    busy,
    errorOf,
    problems: {
      notice: answer ? answer.notice : isSubmitted ? null : posted.notice,
      attempt: attempt + posted.attempt,
      /** The way on from a page of an earlier release; null where there is none to go. */
      reload: outdated ? () => reloadWith(outdated) : null,
    },
    /** What the browser posted by itself, to be shown again. */
    posted: posted.values,
    formProps: { action: formAction, onSubmit, noValidate: true },
  };
}

"use client";

import { type FormEvent, useActionState, useLayoutEffect, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  useForm,
} from "react-hook-form";
import { type Answers, reloadWith, takeAnswers } from "./answers-over-reload";
import { FAILED_CALL, failedCall } from "./failed-call";
import { type FormAction, type FormState, UNTRIED } from "./form-state";
import { resolverOf, type Schema } from "./resolver";

interface Options<T extends FieldValues> {
  defaultValues: DefaultValues<T>;
  /** Loads the rules; not before the first attempt to send, so that the page is light. Without it the server alone checks. */
  loadSchema?: () => Promise<Schema>;
  /** Whether an answer is to be sent as it is, whatever else there is to correct. */
  isUnchecked?: (fields: T) => boolean;
}

export interface Delivery {
  /** Where the browser posts the form by itself, until the page's script runs. */
  action: (form: FormData) => void | Promise<void>;
  /** What became of a form that was posted so. */
  posted: FormState;
  /** Sends the form from the script. Null where something else takes its place on the page. */
  send: (form: FormData) => Promise<FormState | null>;
  /** What is said of a call that brought no answer. */
  failures?: typeof FAILED_CALL;
  /** Whether the answers may be kept in the browser while the page of a new release is loaded. */
  survivesReload?: boolean;
}

/** A form whose server action leads on by a redirect, or gives back what to correct. */
export function useActionForm<T extends FieldValues>({
  action,
  ...options
}: Options<T> & { action: FormAction }) {
  const [posted, post] = useActionState(action, UNTRIED);
  const send = (form: FormData) => action(UNTRIED, form);
  return useServerForm<T>({ ...options, action: post, posted, send });
}

/** What the parts of a form are drawn from. */
export type ServerForm<T extends FieldValues> = ReturnType<typeof useServerForm<T>>;

/**
 * A form that is checked in the browser on submit, then field by field as each is corrected, and again by the server.
 * Until the page's script runs the browser posts it by itself, and what is typed stays.
 */
export function useServerForm<T extends FieldValues>({
  defaultValues,
  loadSchema,
  isUnchecked,
  action,
  posted,
  send,
  failures = FAILED_CALL,
  survivesReload = true,
}: Options<T> & Delivery) {
  const [answer, setAnswer] = useState<Partial<FormState> & { outdated?: Answers }>();
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const hasRules = useRef(!loadSchema);
  const form = useForm<T>({
    defaultValues,
    resolver:
      loadSchema &&
      (async (fields, ...given) => {
        if (isUnchecked?.(fields)) return { values: fields, errors: {} };
        const check = await resolverOf<T>(loadSchema());
        hasRules.current = true;
        return check(fields, ...given);
      }),
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
    const answers = (survivesReload && takeAnswers()) || typed.current || {};
    for (const [name, value] of Object.entries(defaultValues)) {
      const given = typeof value === "boolean" ? name in answers : (answers[name] ?? value);
      if (given !== value) form.setValue(name as Path<T>, given as never);
    }
  }, []);

  /** The message for a field: of the browser's check, else of the server's answer while the field is as it was. */
  function errorOf(name: Path<T>): string | undefined {
    const own = found[name as keyof typeof found]?.message;
    if (typeof own === "string") return own;
    return isSubmitted ? undefined : posted.errors[name];
  }
  const initialOf = (name: Path<T>): string | undefined =>
    posted.values[name] ?? (defaultValues as Partial<Record<string, string>>)[name];

  // A second click may come before the first has been drawn.
  const sending = useRef(false);
  function setSending(now: boolean): void {
    sending.current = now;
    setBusy(now);
  }

  function refuse(refusal: typeof answer): void {
    setAnswer(refusal);
    setAttempt((count) => count + 1);
    setSending(false);
  }

  async function deliver(data: FormData): Promise<void> {
    setSending(true);
    setAnswer({});
    try {
      const refusal = await send(data);
      for (const [name, message] of Object.entries(refusal?.errors ?? {}))
        form.setError(name as Path<T>, { message });
      refuse(refusal ?? {});
    } catch (error) {
      const failed = failedCall(error);
      // The next page is on its way: the form stays shut until it is there.
      if (failed === "redirect") return;
      const outdated = failed === "outdated" && survivesReload ? Object.fromEntries(data) : undefined;
      refuse({ notice: failures[failed], outdated });
    }
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (sending.current) return;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const data = new FormData(event.currentTarget, submitter);
    if (submitter?.hasAttribute("formnovalidate")) return void deliver(data);
    sending.current = true;
    // Rules that are here answer at once: to shut the form before would only be drawn and undone.
    if (!hasRules.current) setBusy(true);
    form
      .handleSubmit(
        () => deliver(data),
        () => refuse({}),
      )(event)
      // The rules could not be loaded.
      .catch(() => refuse({ notice: failures.unreachable }));
  }

  const outdated = answer?.outdated;
  const { notice = null, noticeKind } = answer ?? (isSubmitted ? {} : posted);
  return {
    form,
    register,
    busy,
    errorOf,
    initialOf,
    /** What a text field or a select takes to be part of the form; a box to tick below. */
    field: <N extends Path<T>>(name: N, options?: RegisterOptions<T, N>) => ({
      id: name as string,
      error: errorOf(name),
      defaultValue: initialOf(name),
      ...register(name, options),
    }),
    checkbox: (name: Path<T>) => ({
      id: name as string,
      error: errorOf(name),
      defaultChecked: posted.values[name] === "on",
      ...register(name),
    }),
    refusal: {
      notice,
      noticeKind,
      attempt: attempt + posted.attempt,
      /** The way on from a page of an earlier release; null where there is none to go. */
      reload: outdated ? () => reloadWith(outdated) : null,
    },
    formProps: { action, onSubmit, noValidate: true },
  };
}

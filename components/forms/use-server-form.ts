"use client";

import { type FormEvent, useActionState, useContext, useLayoutEffect, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  useForm,
} from "react-hook-form";
import { type Answers, keptOverReload, reloadWith } from "./answers-over-reload";
import { FAILED_CALL, failedCall } from "./failed-call";
import { type FormAction, type FormState, UNTRIED } from "./form-state";
import { PostedBefore } from "./renewed";
import { resolverOf, type Schema } from "./resolver";

interface Options<T extends FieldValues> {
  defaultValues: DefaultValues<T>;
  /** Loads the rules at the first attempt to send, so that the page is light. Without it only the server checks. */
  loadSchema?: () => Promise<Schema>;
  /** Whether these answers are sent without the browser's check. */
  isUnchecked?: (fields: T) => boolean;
  /** The version of what its boxes are ticked for, in a field `wording`: ticks are kept for the same version only. */
  wording?: string;
}

export interface Delivery {
  /** Where the browser posts the form until the page's script runs. */
  action: (form: FormData) => void | Promise<void>;
  /** The result of a form that was posted in this way. */
  posted: FormState;
  /** Sends the form from the script. Null where the page replaces the form. */
  send: (form: FormData) => Promise<FormState | null>;
  failures?: typeof FAILED_CALL;
  /** Whether it holds bank details, which are not kept in the browser while the page of a new release is loaded. */
  isOfBank?: boolean;
}

/** A form whose server action redirects, or returns what to correct. */
export function useActionForm<T extends FieldValues>({
  action,
  ...options
}: Options<T> & { action: FormAction }) {
  const [posted, post] = useActionState(action, UNTRIED);
  const send = (form: FormData) => action(UNTRIED, form);
  return useServerForm<T>({ ...options, action: post, posted, send });
}

export type ServerForm<T extends FieldValues> = ReturnType<typeof useServerForm<T>>;

/**
 * A form that is checked in the browser on submit and then at each correction, and again by the server. Until the page's
 * script runs the browser posts it, and what was typed by then is kept.
 */
function useServerForm<T extends FieldValues>({
  defaultValues,
  loadSchema,
  isUnchecked,
  wording,
  action,
  posted: given,
  send,
  failures = FAILED_CALL,
  isOfBank = false,
}: Options<T> & Delivery) {
  const before = useContext(PostedBefore);
  const posted: FormState = before ? { ...given, values: { ...given.values, ...before.values } } : given;
  const [answer, setAnswer] = useState<Partial<FormState>>();
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const hasRules = useRef(!loadSchema);
  const form = useForm<T>({
    defaultValues,
    resolver:
      loadSchema &&
      (async (fields, ...given) => {
        if (isUnchecked?.(fields)) return { values: fields, errors: {} };
        // A server of another release may not have these rules: then the server alone checks.
        const check = await resolverOf<T>(loadSchema()).catch(() => null);
        if (!check) return { values: fields, errors: {} };
        hasRules.current = true;
        return check(fields, ...given);
      }),
    shouldFocusError: false,
  });
  const { errors: found, isSubmitted } = form.formState;

  // Registering a field resets it to its default, so what was typed or posted before is read first.
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
    const answers = (!isOfBank && keptOverReload()?.answers) || typed.current || {};
    const isTicked = (name: string) => name in answers && answers.wording === wording;
    for (const [name, value] of Object.entries(defaultValues)) {
      const given = typeof value === "boolean" ? isTicked(name) : (answers[name] ?? value);
      if (given !== value) form.setValue(name as Path<T>, given as never);
    }
  }, []);

  /** The message of the browser's check, or of the server's until the form is submitted from the script. */
  function errorOf(name: Path<T>): string | undefined {
    const own = found[name as keyof typeof found]?.message;
    if (typeof own === "string") return own;
    return isSubmitted ? undefined : posted.errors[name];
  }
  const initialOf = (name: Path<T>): string | undefined =>
    posted.values[name] ?? (defaultValues as Partial<Record<string, string>>)[name];

  // A ref, because a second click may come before React has drawn the first.
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
      // Stays disabled until the next page is there.
      if (failed === "redirect") return;
      if (failed !== "outdated") return refuse({ notice: failures[failed] });
      if (isOfBank) return reloadWith("bank");
      const isEmpty = Object.keys(defaultValues as object).length === 0;
      reloadWith(isEmpty ? "nothing" : "kept", Object.fromEntries(data));
    }
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (sending.current) return;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const data = new FormData(event.currentTarget, submitter);
    if (submitter?.hasAttribute("formnovalidate")) return void deliver(data);
    sending.current = true;
    // Once the rules are loaded they answer at once, and disabling the form would only flicker.
    if (!hasRules.current) setBusy(true);
    form
      .handleSubmit(
        () => deliver(data),
        () => refuse({}),
      )(event)
      .catch(() => refuse({ notice: failures.unreachable }));
  }

  const { notice = null, noticeKind } = answer ?? (isSubmitted ? {} : posted);
  return {
    form,
    register,
    busy,
    errorOf,
    initialOf,
    /** The props of a text field or a select. */
    field: <N extends Path<T>>(name: N, options?: RegisterOptions<T, N>) => ({
      id: name as string,
      error: errorOf(name),
      defaultValue: initialOf(name),
      ...register(name, options),
    }),
    checkbox: (name: Path<T>) => ({
      id: name as string,
      error: errorOf(name),
      defaultChecked: posted.values[name] === "on" && posted.values.wording === wording,
      ...register(name),
    }),
    refusal: {
      notice,
      noticeKind,
      attempt: attempt + posted.attempt,
    },
    formProps: { action, onSubmit, noValidate: true },
  };
}

"use client";

import {
  type ChangeEvent,
  type FocusEvent,
  type FormEvent,
  useActionState,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { FieldValues, Path } from "react-hook-form";
import { keptOverReload, reloadWith } from "./answers-over-reload";
import type { Rules } from "./checks";
import { failedCall, loadIfSamePage, noticeOf } from "./failed-call";
import { type FormAction, type FormState, UNTRIED } from "./form-state";
import { useLateForm } from "./late-form";
import { PostedBefore } from "./renewed";

type Control = HTMLInputElement | HTMLSelectElement;

interface Options<T extends FieldValues> {
  defaultValues: T;
  /** Loads the rules at the form's first touch, so that the page is light. Without it only the server checks. */
  loadSchema?: () => ReturnType<Rules<T>>;
  /** Whether these answers are sent without the browser's check. */
  isUnchecked?: (fields: T) => boolean;
  /** The version of what its boxes are ticked for, in a field `wording`: ticks are kept for the same version only. */
  wording?: string;
}

interface Listeners {
  onChange?: (event: ChangeEvent<Control>) => void;
  onBlur?: (event: FocusEvent<Control>) => void;
}

interface Delivery {
  /** Where the browser posts the form until the page's script runs. */
  action: (form: FormData) => void | Promise<void>;
  /** The result of a form that was posted in this way. */
  posted: FormState;
  /** Sends the form from the script. Null where the page replaces the form. */
  send: (form: FormData) => Promise<FormState | null>;
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
}: Options<T> & Delivery) {
  const before = useContext(PostedBefore);
  const posted: FormState = before ? { ...given, values: { ...given.values, ...before.values } } : given;
  const [answer, setAnswer] = useState<Partial<FormState>>();
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  // A server of another release may not have these rules: then the server alone checks.
  const late = useLateForm<T>(defaultValues, async (fields) => {
    const schema = isUnchecked?.(fields) ? null : await loadSchema?.().catch(() => null);
    return schema ?? null;
  });

  // What the browser holds is what counts: typed before the script ran, filled in by itself, or by us.
  const element = useRef<HTMLFormElement>(null);
  const names = Object.keys(defaultValues) as Path<T>[];
  const textOf = (name: Path<T>): string => name;
  function reread(corrected?: Path<T>): void {
    if (!element.current) return;
    const held = new FormData(element.current);
    const read = (name: Path<T>) =>
      typeof defaultValues[name] === "boolean" ? held.has(name) : (held.get(name) ?? "");
    late.change(Object.fromEntries(names.map((name) => [name, read(name)])) as T, corrected);
    if (corrected && answer?.errors?.[corrected])
      setAnswer({ ...answer, errors: { ...answer.errors, [corrected]: "" } });
  }
  function setValue(name: Path<T>, value: string | boolean): void {
    const control = element.current?.elements.namedItem(name);
    if (control instanceof HTMLInputElement && typeof value === "boolean") control.checked = value;
    else if (control && "value" in control) control.value = String(value);
    reread(name);
  }
  function register(name: Path<T>, { onChange, onBlur }: Listeners = {}) {
    return {
      name: textOf(name),
      onBlur,
      onChange(event: ChangeEvent<Control>) {
        onChange?.(event);
        reread(name);
      },
    };
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the page as it was found
  useLayoutEffect(() => {
    const answers = keptOverReload()?.answers;
    for (const [name, given] of answers ? names.map((one) => [one, answers[one]] as const) : []) {
      // A browser ticks what was ticked before, also for other words.
      if (typeof defaultValues[name] === "boolean") setValue(name, !!given && answers?.wording === wording);
      else if (typeof given === "string") setValue(name, given);
    }
    reread();
  }, []);

  /** The message of the browser's check, or of the server's until the field is corrected. */
  function errorOf(name: Path<T>): string | undefined {
    const own = late.errors[name]?.message;
    return typeof own === "string" ? own : (answer ?? posted).errors?.[name] || undefined;
  }
  const initialOf = (name: Path<T>): string | undefined => {
    const usual: unknown = defaultValues[name];
    return posted.values[name] ?? (typeof usual === "string" ? usual : undefined);
  };

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
    const from = location.pathname;
    try {
      const refusal = await send(data);
      refuse(refusal ?? {});
    } catch (error) {
      const failed = failedCall(error);
      // Stays disabled until the next page is there.
      if (failed === "redirect") return loadIfSamePage(error, from);
      if (failed !== "outdated") return refuse({ notice: noticeOf(failed, error) });
      reloadWith(names.length === 0 ? "nothing" : "kept", Object.fromEntries(data));
    }
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (sending.current) return;
    const { currentTarget, nativeEvent } = event;
    const data = new FormData(
      currentTarget,
      nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null,
    );
    if (!loadSchema) return void deliver(data);
    sending.current = true;
    // Once the rules are loaded they answer at once, and disabling the form would only flicker.
    if (!late.isWarm()) setBusy(true);
    reread();
    late
      .submit(
        () => deliver(data),
        () => refuse({}),
      )
      .catch(() => deliver(data));
  }

  const { notice = null } = answer ?? posted;
  return {
    values: late.values,
    setValue,
    register,
    busy,
    errorOf,
    initialOf,
    /** What the server kept of the last answers. */
    keptOf: (name: string): string => (answer?.values ?? posted.values)[name] ?? "",
    /** The props of a text field or a select. */
    field: (name: Path<T>, listeners?: Listeners) => ({
      id: textOf(name),
      error: errorOf(name),
      defaultValue: initialOf(name),
      ...register(name, listeners),
    }),
    checkbox: (name: Path<T>) => ({
      id: textOf(name),
      error: errorOf(name),
      defaultChecked: posted.values[name] === "on" && posted.values.wording === wording,
      ...register(name),
    }),
    refusal: { notice, attempt: attempt + posted.attempt },
    formProps: {
      ref: element,
      action,
      onSubmit,
      onFocus: loadSchema && late.warmUp,
      noValidate: true,
    },
  };
}

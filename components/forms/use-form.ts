"use client";

import { type ChangeEvent, type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { readForm } from "../../lib/contract/forms/read";
import { keysOf } from "../../packages/text/narrow";
import { type Refusal, UNTRIED } from "./form-state";

export type Answers<N extends string> = Readonly<Record<N, string>>;

interface Options<N extends string> {
  initial: Answers<N>;
  /** What the browser holds is what counts: typed before the script ran, filled in by itself, or by us. */
  read: (form: HTMLFormElement) => Answers<N>;
  /** Loads what the answers must be, so that the page is light; null where the server alone is to check them. */
  rules: (answers: Answers<N>) => Promise<Parameters<typeof readForm>[0] | null>;
  /** @returns what to correct; null where the next page replaces the form */
  send: (answers: Answers<N>, data: FormData) => Promise<Refusal | null>;
  /** The result of a form that the browser posted by itself. */
  posted?: Refusal & { attempt: number };
}

export type FormOf<N extends string> = ReturnType<typeof useForm<N>>;

const NOT_LOADED =
  "This page could not be loaded completely, so nothing was sent. Check your connection and load it again.";

/** A form that is checked on submit, and then at each correction of what was wrong. */
export function useForm<N extends string>({ initial, read, rules, send, posted = UNTRIED }: Options<N>) {
  const element = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(initial);
  const [answer, setAnswer] = useState<Refusal>();
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  // A ref, because a second click may come before React has drawn the first.
  const isSending = useRef(false);
  const shown = answer ?? posted;

  function reread(): Answers<N> {
    const held = element.current ? read(element.current) : values;
    setValues(held);
    return held;
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the page as it was found
  useLayoutEffect(() => void reread(), []);

  async function errorsIn(answers: Answers<N>): Promise<Refusal["errors"]> {
    const schema = await rules(answers);
    const checked = schema && readForm(schema, answers);
    return !checked || checked.ok ? {} : checked.errors;
  }

  /** Only where it is wrong: a field that is not may be wrong until it is whole. */
  async function correct(name: string): Promise<void> {
    const held = reread();
    if (!shown.errors[name]) return;
    const { [name]: error = "" } = await errorsIn(held).catch((): Refusal["errors"] => ({}));
    setAnswer((last = posted) => ({ ...last, errors: { ...last.errors, [name]: error } }));
  }

  function refuse(refusal: Refusal): void {
    setAnswer(refusal);
    setAttempt((count) => count + 1);
    isSending.current = false;
    setBusy(false);
  }

  async function submit(data: FormData): Promise<void> {
    const held = reread();
    const errors = await errorsIn(held).catch(() => null);
    if (!errors) return refuse({ errors: {}, notice: NOT_LOADED });
    if (Object.keys(errors).length > 0) return refuse({ errors, notice: null });
    setAnswer({ errors: {}, notice: null });
    const refusal = await send(held, data);
    if (refusal) refuse(refusal);
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    const data = new FormData(event.currentTarget);
    setBusy(true);
    void submit(data);
  }

  const errorOf = (name: N) => shown.errors[name] || undefined;
  const initialOf = (name: N) => posted.values?.[name] ?? initial[name];
  return {
    values,
    busy,
    errorOf,
    initialOf,
    /** In place of a refusal. */
    done: shown.done,
    /** What the server kept of the last answers. */
    keptOf: (name: string) => shown.values?.[name] ?? "",
    /** The props of a text field or a select. */
    field: (name: N) => ({ id: name, name, error: errorOf(name), defaultValue: initialOf(name) }),
    /** As if it were typed. */
    fill(answers: Partial<Answers<N>>): void {
      for (const name of keysOf(answers)) {
        const control = element.current?.querySelector<HTMLInputElement | HTMLSelectElement>(
          `[name="${name}"], [data-name="${name}"]`,
        );
        if (control) control.value = answers[name] ?? "";
        void correct(name);
      }
    },
    refusal: { errors: shown.errors, notice: shown.notice, attempt: attempt + posted.attempt },
    formProps: {
      ref: element,
      onSubmit,
      onChange: ({ target }: ChangeEvent<HTMLFormElement>) =>
        void correct(target.name || target.dataset.name || ""),
      onFocus: () => void rules(values).catch(() => {}),
      noValidate: true,
    },
  };
}

"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { ErrorSummary } from "../ui/ErrorSummary";
import { goOnByEnter, nameEnterKey } from "../ui/enter-key";
import { goToField } from "../ui/go-to-field";
import { Notice } from "../ui/Notice";
import type { FormOf } from "./use-form";

/** A form with the summary of its errors above its fields. */
export function Form<N extends string>({
  of: { formProps, errorOf, refusal },
  fields,
  problems,
  className = "space-y-6",
  hidden,
  children,
}: {
  of: FormOf<N>;
  /** In the order of the page, by name or with the id of the element. */
  fields: readonly (N | readonly [name: N, id: string])[];
  /** Below the notice. */
  problems?: ReactNode;
  className?: string;
  hidden?: Readonly<Record<string, string>>;
  children: ReactNode;
}) {
  const shownBy = (field: (typeof fields)[number]) => {
    const [name, id] = typeof field === "string" ? [field, field] : field;
    return { id, message: errorOf(name) };
  };
  return (
    <form
      {...formProps}
      onFocusCapture={nameEnterKey}
      onInput={nameEnterKey}
      onKeyDown={goOnByEnter}
      className={className}
    >
      {Object.entries(hidden ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <FormProblems errors={fields.map(shownBy)} {...refusal}>
        {problems}
      </FormProblems>
      {children}
    </form>
  );
}

const PREFIX = "Error: ";

interface Props {
  errors: readonly { id: string; message: string | undefined }[];
  notice: string | null;
  attempt: number;
  /** Below the notice. */
  children?: ReactNode;
}

/** The fields to correct, and a notice that belongs to none of them. */
function FormProblems({ errors, notice, attempt, children }: Props) {
  const shown = errors.flatMap(({ id, message }) => (message === undefined ? [] : [{ id, message }]));
  const summary = useRef<HTMLDivElement>(null);
  const said = useRef<HTMLDivElement>(null);
  // With the page and with each attempt, and never while somebody corrects a field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks for focus again.
  useEffect(() => {
    (summary.current ?? said.current)?.focus();
  }, [attempt]);
  const hasErrors = shown.length > 0 || notice !== null;
  // For the tab and for screen readers.
  useEffect(() => {
    if (!hasErrors) return;
    if (!document.title.startsWith(PREFIX)) document.title = PREFIX + document.title;
    return () => {
      if (document.title.startsWith(PREFIX)) document.title = document.title.slice(PREFIX.length);
    };
  }, [hasErrors]);
  return (
    <>
      {shown.length > 0 && <ErrorSummary errors={shown} ref={summary} onFollow={goToField} />}
      {notice !== null && (
        <div ref={said} tabIndex={-1}>
          <Notice kind="error" role="alert">
            <p>{notice}</p>
            {children}
          </Notice>
        </div>
      )}
    </>
  );
}

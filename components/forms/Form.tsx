"use client";

import { type ReactNode, useEffect, useRef } from "react";
import type { FieldValues, Path } from "react-hook-form";
import { Button } from "../ui/Button";
import { ErrorSummary } from "../ui/ErrorSummary";
import { Notice } from "../ui/Notice";
import type { ServerForm } from "./use-server-form";

/** The form around its fields, with what keeps it from being sent at its top. */
export function Form<T extends FieldValues>({
  of: { formProps, errorOf, refusal },
  fields,
  ids,
  className = "space-y-6",
  hidden,
  children,
}: {
  of: ServerForm<T>;
  /** In the order of the page; the summary leads to the element that has a field's name as its id, or its id here. */
  fields: readonly Path<T>[];
  ids?: Readonly<Partial<Record<Path<T>, string>>>;
  className?: string;
  /** What is sent along unseen, by name. */
  hidden?: Readonly<Record<string, string>>;
  children: ReactNode;
}) {
  return (
    <form {...formProps} className={className}>
      {Object.entries(hidden ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <FormProblems
        errors={fields.map((name) => ({ id: ids?.[name] ?? name, message: errorOf(name) }))}
        {...refusal}
      />
      {children}
    </form>
  );
}

const PREFIX = "Error: ";

/** The fields to correct, and what belongs to none of them. */
export function FormProblems({
  errors,
  notice,
  noticeKind = "error",
  attempt,
  reload = null,
}: {
  errors: readonly { id: string; message: string | undefined }[];
  notice: string | null;
  noticeKind?: "error" | "warning";
  attempt: number;
  /** Loads the page again, with its answers; null where trying again is enough. */
  reload?: (() => void) | null;
}) {
  const shown = errors.flatMap(({ id, message }) => (message === undefined ? [] : [{ id, message }]));
  const said = useRef<HTMLDivElement>(null);
  const isAlone = notice !== null && shown.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks for focus again.
  useEffect(() => {
    if (isAlone) said.current?.focus();
  }, [isAlone, attempt]);
  const hasErrors = shown.length > 0 || (notice !== null && noticeKind === "error");
  // The tab and a screen reader say so too, for as long as there is something to correct.
  useEffect(() => {
    if (!hasErrors) return;
    if (!document.title.startsWith(PREFIX)) document.title = PREFIX + document.title;
    return () => {
      if (document.title.startsWith(PREFIX)) document.title = document.title.slice(PREFIX.length);
    };
  }, [hasErrors]);
  return (
    <>
      <ErrorSummary errors={shown} attempt={attempt} />
      {notice !== null && (
        <div ref={said} tabIndex={-1}>
          <Notice kind={noticeKind} role="alert">
            <p>{notice}</p>
            {reload && (
              <Button type="button" kind="secondary" onClick={reload}>
                Load this page again
              </Button>
            )}
          </Notice>
        </div>
      )}
    </>
  );
}

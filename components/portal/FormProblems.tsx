"use client";

import { useEffect, useRef } from "react";
import { Button } from "../ui/Button";
import { DocumentTitle } from "../ui/DocumentTitle";
import { ErrorSummary } from "../ui/ErrorSummary";
import { Notice } from "../ui/Notice";

/** What keeps a form from being sent, at its top: the fields to correct, and what belongs to none of them. */
export function FormProblems({
  errors,
  notice,
  attempt,
  reload = null,
}: {
  errors: readonly { id: string; message: string | undefined }[];
  notice: string | null;
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
  return (
    <>
      <DocumentTitle hasErrors={shown.length > 0 || notice !== null} />
      <ErrorSummary errors={shown} attempt={attempt} />
      {notice !== null && (
        <div ref={said} tabIndex={-1}>
          <Notice kind="error" role="alert">
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

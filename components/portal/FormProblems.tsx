"use client";

import { DocumentTitle } from "../ui/DocumentTitle";
import { ErrorSummary } from "../ui/ErrorSummary";
import { Notice } from "../ui/Notice";

/** What keeps a form from being sent, at its top: the fields to correct, and what belongs to none of them. */
export function FormProblems({
  errors,
  notice,
  attempt,
}: {
  errors: readonly { id: string; message: string | undefined }[];
  notice: string | null;
  attempt: number;
}) {
  const shown = errors.flatMap(({ id, message }) => (message === undefined ? [] : [{ id, message }]));
  return (
    <>
      <DocumentTitle hasErrors={shown.length > 0 || notice !== null} />
      <ErrorSummary errors={shown} attempt={attempt} />
      {notice !== null && (
        <Notice kind="error" role="alert">
          {notice}
        </Notice>
      )}
    </>
  );
}

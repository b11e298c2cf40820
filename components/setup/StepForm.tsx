"use client";

import type { ReactNode } from "react";
import type { FormNotice, SetupPage } from "../../lib/setup-page/view";
import { Notice } from "../ui/Notice";
import { useLong, type useSteps } from "./use-steps";

/** The form around a step: posted by the browser itself, or by script where there is one. */
export function StepForm({
  session,
  post,
  steps,
  notice,
  provider,
  children,
}: {
  session: string;
  post: (form: FormData) => Promise<void>;
  steps: ReturnType<typeof useSteps>;
  notice: FormNotice | null;
  provider: SetupPage["provider"];
  children: ReactNode;
}) {
  const isLong = useLong(steps.isPending);
  return (
    <form action={post} onSubmit={steps.submit} noValidate autoComplete="on" className="space-y-8">
      <input type="hidden" name="session" value={session} />
      {steps.isUnreachable ? (
        <Notice kind="error" role="alert">
          <p>We could not reach the server. Nothing you entered is lost. Try again.</p>
        </Notice>
      ) : (
        notice && (
          <Notice kind={notice === "not_saved" || notice === "other_site" ? "error" : "warning"} role="alert">
            <p>{noticeText(notice, provider)}</p>
          </Notice>
        )
      )}
      {children}
      <p role="status" className="min-h-6 text-muted">
        {steps.isPending && (isLong ? "Still working. Keep this page open." : "Processing…")}
      </p>
    </form>
  );
}

function noticeText(notice: FormNotice, provider: SetupPage["provider"]): string {
  switch (notice) {
    case "cleared":
      return "For your security the bank details you entered were cleared. Enter them again.";
    case "too_many":
      return `Bank details can be sent five times an hour. What you entered is still here: continue in an hour, or contact ${provider.name}.`;
    case "other_site":
      return "This form was sent from another site, so nothing was saved. Enter your details here.";
    case "not_saved":
      return "Something went wrong on our side. Nothing you entered is lost. Try again.";
    default:
      return notice satisfies never;
  }
}

"use client";

import type { ReactNode } from "react";
import type { FormNotice, SetupPage } from "../../lib/setup-page/view";
import type { FailedCall } from "../failed-call";
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
      {steps.failure ? (
        <Notice kind="error" role="alert">
          <p>{failureText(steps.failure)}</p>
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

/** What became of a form that brought no answer. */
function failureText(failure: FailedCall): string {
  switch (failure) {
    case "too_many":
      return "Too many forms were sent from your network. Nothing was saved. Wait a minute and try again.";
    case "outdated":
      return "This page was renewed while you had it open, and nothing was saved. Load it again and enter your details.";
    case "our_fault":
      return "Something went wrong on our side. Nothing you entered is lost. Try again.";
    case "gone":
      return "This link is no longer active, so nothing was saved.";
    case "redirect":
    case "unreachable":
      return "We could not reach the server. Nothing you entered is lost. Try again.";
    default:
      return failure satisfies never;
  }
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

import type { FormNotice, SetupPage, SetupView } from "../../lib/setup-page/view";
import type { FAILED_CALL } from "../forms/failed-call";
import { type FormState, UNTRIED } from "../forms/form-state";

/** Other words than elsewhere, because bank details are not kept in the browser: a reload loses them. */
export const FAILURES: typeof FAILED_CALL = {
  too_many: "Too many forms were sent from your network. Nothing was saved. Wait a minute and try again.",
  our_fault: "Something went wrong on our side. Nothing you entered is lost. Try again.",
  gone: "This link is no longer active, so nothing was saved.",
  unreachable: "We could not reach the server. Nothing you entered is lost. Try again.",
};

export function refusalOf(view: SetupView, provider: SetupPage["provider"]): FormState {
  if (view.state !== "bank" && view.state !== "check") return UNTRIED;
  const { notice, again } = view;
  const isWarning = notice === "cleared" || notice === "too_many";
  return {
    ...UNTRIED,
    errors: view.errors,
    values: view.state === "bank" ? view.values : {},
    notice: notice && noticeText(notice, provider, again),
    noticeKind: isWarning ? "warning" : "error",
  };
}

function noticeText(notice: FormNotice, provider: SetupPage["provider"], again: string | undefined): string {
  switch (notice) {
    case "cleared":
      return "For your security the bank details you entered were cleared. Enter them again.";
    case "too_many":
      return `Bank details can be sent five times an hour. What you entered is still here: try again after ${again}, or contact ${provider.name}.`;
    case "other_site":
      return "This form was sent from another site, so nothing was saved. Enter your details here.";
    case "not_saved":
      return FAILURES.our_fault;
    default:
      return notice satisfies never;
  }
}

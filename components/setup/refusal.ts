import type { FormNotice, SetupPage, SetupView } from "../../lib/setup-page/view";
import { FAILURES } from "./failures";

/** Why a step is shown again. */
export interface Refusal {
  errors: Readonly<Record<string, string>>;
  notice: string | null;
  noticeKind: "error" | "warning";
}

export const NO_REFUSAL: Refusal = { errors: {}, notice: null, noticeKind: "error" };

export function refusalOf(view: SetupView, provider: SetupPage["provider"]): Refusal {
  if (view.state !== "bank" && view.state !== "check") return NO_REFUSAL;
  const { notice, errors, again } = view;
  const isWarning = notice === "cleared" || notice === "too_many";
  return {
    errors,
    notice: notice && noticeText(notice, provider, again),
    noticeKind: isWarning ? "warning" : "error",
  };
}

/** What puts "Error: " before the page's title. */
export const isWrong = ({ errors, notice, noticeKind }: Refusal) =>
  Object.keys(errors).length > 0 || (notice !== null && noticeKind === "error");

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

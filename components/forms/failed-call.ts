import { propertyOf } from "@/packages/text/narrow";
import { FORM_WORDS, secondsIn, tooManyForms } from "../../lib/domain/form-words";

export type FailedCall = "redirect" | "gone" | "outdated" | "too_many" | "our_fault" | "unreachable";

/** How the server's refusal begins, which Next passes on. */
const TOO_MANY = /^Too many forms/;

/**
 * Why a server action threw. After `gone`, `outdated` and `too_many` certainly nothing was done; after `our_fault` and
 * `unreachable` something may have been.
 */
export function failedCall(error: unknown): FailedCall {
  const [digest, name, message] = ["digest", "name", "message"].map((one) => propertyOf(error, one));
  if (typeof digest === "string" && digest.startsWith("NEXT_HTTP_ERROR_FALLBACK")) return "gone";
  if (typeof digest === "string" && digest !== "")
    return digest.startsWith("NEXT_REDIRECT") ? "redirect" : "our_fault";
  // Another release, which does not know this page's action, is running by now.
  if (name === "UnrecognizedActionError") return "outdated";
  return typeof message === "string" && TOO_MANY.test(message) ? "too_many" : "unreachable";
}

/**
 * After `redirect`, where it leads to the page that the form was sent from: loads that anew, because Next would leave the
 * form as it is.
 * @param from the path that it was sent from: by now the address may be the next page's
 */
export function loadIfSamePage(error: unknown, from: string): void {
  const [, , target = ""] = String(propertyOf(error, "digest")).split(";");
  if (target.split("?")[0] === from) location.replace(target);
}

/**
 * What to tell where a form got no answer.
 * @param undone what certainly did not happen, where that is certain
 */
export function noticeOf(
  failed: Exclude<FailedCall, "redirect">,
  error: unknown,
  undone = "Nothing was saved.",
): string {
  switch (failed) {
    case "gone":
      return `This enrolment is no longer here. ${undone} Go back to the courses to start again.`;
    case "outdated":
      return `This page was updated while it was open. ${undone} Load it again to go on.`;
    case "too_many":
      return tooManyForms(undone, secondsIn(String(propertyOf(error, "message"))));
    case "our_fault":
    case "unreachable":
      return FORM_WORDS[failed];
    default:
      return failed satisfies never;
  }
}

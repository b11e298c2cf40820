/** What the page says where a form got no answer. Bank details are not kept in the browser, so a reload would lose them. */
export const FAILURES = {
  our_fault: "Something went wrong on our side. Nothing you entered is lost. Try again.",
  unreachable: "We could not reach the server. Nothing you entered is lost. Try again.",
} as const;

export const inSeconds = (seconds: number): string => (seconds === 1 ? "1 second" : `${seconds} seconds`);

/** The message when a network has reached its limit. */
export const refusalOfForms = (seconds: number): string =>
  `Too many forms were sent from your network. Nothing was saved. Go back, wait ${inSeconds(seconds)} and try again.`;

/** The same for a script. 0 if nobody said how long: a proxy may have responded. */
export const tooManyForms = (what: string, seconds: number): string =>
  `Too many forms were sent from your network. ${what} Wait ${seconds > 0 ? inSeconds(seconds) : "a minute"} and try again.`;

/** The wait that the refusal names, for a script that gets its text without `Retry-After`. */
export const secondsIn = (refusal: string): number => Number(/ wait (\d+) second/.exec(refusal)?.[1] ?? 0);

/** The messages of every form. */
export const FORM_WORDS = {
  our_fault: "Something went wrong on our side. Nothing that you entered is lost. Try again.",
  unreachable:
    "We could not reach the server. Nothing that you entered is lost. Check your connection and try again.",
  from_elsewhere:
    "This form was sent from another site and nothing was saved. Check the address of this page and try again.",
  under_way: "Processing…",
  slow: "Still working. Keep this page open.",
} as const;

/** How long until a form that is being sent says that it is still working. */
export const PATIENCE_MS = 10_000;

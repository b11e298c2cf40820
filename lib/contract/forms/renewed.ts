/** What was told to do with a form whose page is of another release. Nothing was done with what was sent. D-172 */
export const RENEWED = {
  kept: "This page was updated while it was open. What you typed is still here: you can go on.",
  nothing: "This page was updated while it was open: you can go on.",
  card: "This page was updated while it was open. Your payment was not sent. Your card details are not kept, so enter them again.",
} as const;

/** What became of the answers, as a notice tells it. */
export type RenewedKind = keyof typeof RENEWED;

/** A form on its way from the page of another release to the page of this one. */
export interface Renewed {
  kind: RenewedKind;
  /** By the names of its fields. */
  values: Readonly<Record<string, string>>;
}

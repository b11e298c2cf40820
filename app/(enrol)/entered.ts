/** Text members of a form as they were entered. */
export function entered<const N extends string>(form: FormData, names: readonly N[]): Record<N, string> {
  const values = names.map((name) => {
    const value = form.get(name);
    return [name, typeof value === "string" ? value : ""];
  });
  return Object.fromEntries(values);
}

/** What a form of another site is told: nothing was read of it. */
export const SENT_FROM_ELSEWHERE =
  "This form was sent from another site and nothing was saved. Check the address of this page and try again.";

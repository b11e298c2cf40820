/** At most that many characters (code points) from the start, so that no cut leaves half of a surrogate pair. */
export function shorten(text: string, max: number): string {
  // A code point is at most two units long: nothing after these can be among the first `max`.
  return [...text.slice(0, max * 2)].slice(0, max).join("");
}

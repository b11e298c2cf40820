/** What there is of a course's name, intake and length, on one line. */
export function listed(...parts: string[]): string {
  return parts.filter((part) => part !== "").join(", ");
}

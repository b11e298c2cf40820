import type { MailKind } from "@/lib/domain/mail";

export const KINDS: Record<MailKind, string> = {
  resume_link: "Link to continue",
  new_link: "New link",
  receipt: "Receipt",
  agreement: "Signed agreement",
};

/** "21 Nov 2026, 12:05 UTC". */
export function timeOf(instant: string): string {
  const format = { timeZone: "UTC", day: "numeric", month: "short", year: "numeric" } as const;
  return `${new Date(instant).toLocaleDateString("en-AU", format)}, ${instant.slice(11, 16)} UTC`;
}

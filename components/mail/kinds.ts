import type { MailKind } from "@/lib/domain/mail";

/** The kinds of mail in words. */
export const KINDS: Record<MailKind, string> = {
  resume_link: "Link to continue",
  new_link: "New link",
  receipt: "Receipt",
  agreement: "Signed agreement",
};

/** "21 Nov 2026, 12:05 UTC". */
export function timeOf(instant: string): string {
  const at = new Date(instant);
  const date = at.toLocaleDateString("en-AU", {
    timeZone: "UTC",
    day: "numeric",
    month: "short",
    year: "numeric",
  });
  return `${date}, ${instant.slice(11, 16)} UTC`;
}

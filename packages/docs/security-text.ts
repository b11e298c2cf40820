const DAY_MS = 86_400_000;
/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

/**
 * Whom to tell of a vulnerability: https://www.rfc-editor.org/rfc/rfc9116.
 * @param contact an email address, or the https address of a page
 */
export function securityText(contact: string, baseUrl: string, nowMs: number): string {
  const expires = new Date(nowMs + VALID_DAYS * DAY_MS).toISOString();
  const link = contact.startsWith("https://") ? contact : `mailto:${contact}`;
  return `Contact: ${link}
Expires: ${expires}
Preferred-Languages: en
Canonical: ${baseUrl}/.well-known/security.txt
`;
}

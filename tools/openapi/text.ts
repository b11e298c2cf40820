export const DESCRIPTION = `
You can enrol a student in one of two ways. With **Pay Now**, one call charges the full course fee to a card. With a
**payment plan**, you create the plan, the student authorises the direct debit on a hosted page, and you confirm with the
student's declarations. That signs a Payment Plan Agreement.

**Conventions.** Bodies are JSON in UTF-8, at most 64 KiB and 16 levels deep. Money is in dollars with at most two
decimals. Strings are trimmed and converted to Unicode NFC before their length is counted in characters. Unknown fields
of a body are ignored; the sandbox lists them in \`warnings\`. Responses may gain fields: ignore those that you do not
know. HEAD mirrors GET.

**Errors** are problem documents (RFC 9457) with a \`code\`. A response lists all field errors at once. A path that is not
in this document is a 404 \`not_found\`.

**Retries.** Send an \`Idempotency-Key\` with create. The same key and body return the first response again, and the
student is charged at most once.
`.trim();

/** In the order in which an integrator meets them. */
export const TAGS = {
  Environment: "Check which environment you are using and whether it is ready, and get this document.",
  Checkouts: "One student's enrolment in one course, from its creation to payment or a signed plan.",
  Settlements: "See what your processor paid to your bank account, and what each line of it is.",
  "Payment plans": "See how the plans stand that the service collects, and change them.",
  Refunds: "Give back what a student paid by card, in part or in full.",
  Sandbox: "Test both flows without a browser and a bank. These operations exist in the sandbox only.",
  Events:
    "What happened to your checkouts. Events are sent to your webhook endpoints, signed as Standard Webhooks specifies (standardwebhooks.com), and kept for 90 days.",
  "Webhook endpoints": "Choose where events are sent, see each delivery, and have events sent again.",
  Legacy: "The routes before /v1, for existing integrations. Use /v1 in new ones.",
};

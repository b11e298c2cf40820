export const DESCRIPTION = `
A provider's system enrols a student in one of two ways. **Pay Now** charges the full course fee to a card, in one call.
A **payment plan** is created, authorised by the student on a hosted page, and confirmed with the student's declarations;
that signs a Payment Plan Agreement.

**Conventions.** Bodies are JSON in UTF-8, at most 64 KiB and 16 levels deep. Money is in dollars with at most two
decimals. Texts are trimmed and brought to Unicode NFC before their length is counted in characters. Unknown fields of
a body are ignored; the sandbox names them in \`warnings\`. Responses may gain fields: ignore those you do not know.
HEAD mirrors GET.

**Errors** are problem documents (RFC 9457) with a \`code\`, and come with every field error at once. A path that is not
in this document is a 404 \`not_found\`.

**Retries.** Send an \`Idempotency-Key\` with create: the same key and body returns the first response again, and
a student is charged at most once.
`.trim();

/** In the order in which an integrator meets them. */
export const TAGS = {
  Environment: "What a deployment is, whether it is ready, and this document.",
  Checkouts: "One student's enrolment in one course, from its creation to payment or a signed plan.",
  Sandbox: "What only the sandbox has, so that both flows can be tested without a browser and a bank.",
  Events:
    "What happened to checkouts. Sent to a provider's registered endpoints, signed as Standard Webhooks has it (standardwebhooks.com), and kept for 90 days.",
  "Webhook endpoints": "Where events are sent, what became of each, and how to have them sent again.",
  Legacy: "The routes before /v1, for integrations that have them. New integrations use /v1.",
};

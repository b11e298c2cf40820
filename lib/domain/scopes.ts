/** Of API keys. Closed: contract section 3. */
export const SCOPES = [
  "checkouts:read",
  "checkouts:write",
  "webhooks:manage",
  "sandbox:simulate",
  "sandbox:reset",
] as const;
export type Scope = (typeof SCOPES)[number];

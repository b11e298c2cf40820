import { containsCardNumber } from "../../packages/cards/card-number";
import type { By, CreateBy } from "../checkout/context";
import { CheckoutError } from "../domain/errors";
import type { Call, Caller } from "../http/operation";

/** Who calls, as use cases and evidence record it. */
export function byOf(call: Call, { provider, keyId }: Caller) {
  return {
    provider,
    actor: { kind: "api_key", keyId },
    requestId: call.requestId,
    ipAddress: call.request.address || null,
    userAgent: evidenceOf(call.request.headers["user-agent"]),
  } satisfies By;
}

export function createByOf(call: Call, caller: Caller): CreateBy {
  const idempotencyKey = call.request.headers["idempotency-key"] ?? null;
  return { ...byOf(call, caller), idempotencyKey, warnings: call.warnings };
}

/** The provider code in a body must be the key's: contract section 1, "Order of checks". */
export function checkProviderCode(code: string, { provider }: Caller): void {
  if (code !== provider.code)
    throw new CheckoutError(
      "provider_code_mismatch",
      "provider.provider_code does not match the provider of this API key.",
    );
}

const LONGEST_USER_AGENT = 400;

/** A User-Agent as the evidence keeps it. Header values arrive as Latin-1 and may contain anything. */
export function evidenceOf(header: string | null | undefined): string | null {
  const value = (header ?? "").replace(/[^\x20-\x7e\xa0-\xff]/g, "").slice(0, LONGEST_USER_AGENT);
  return value === "" || containsCardNumber(value, "issued") ? null : value;
}

import type { By, CreateBy } from "../checkout/context";
import { CheckoutError } from "../domain/errors";
import type { Call, Caller } from "../http/operation";
import { evidenceOf } from "./user-agent";

/** A use case's "by" for a call over the API. */
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

/** A body that names a provider names the key's: contract section 1, "Order of checks". */
export function checkProviderCode(code: string, { provider }: Caller): void {
  if (code !== provider.code)
    throw new CheckoutError(
      "provider_code_mismatch",
      "provider.provider_code is not the provider code of this API key.",
    );
}

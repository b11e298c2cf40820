import type { By, CreateBy } from "../checkout/context";
import { CheckoutError } from "../domain/errors";
import type { Call, Caller } from "../http/operation";
import { evidenceOf } from "./user-agent";

/** A use case's "by" for a call over the API. */
export function byOf(
  call: Call<unknown>,
  caller: Caller | null,
): By & { requestId: NonNullable<By["requestId"]> } {
  const { provider, keyId } = known(caller);
  return {
    provider,
    actor: { kind: "api_key", keyId },
    requestId: call.requestId,
    ipAddress: call.request.address || null,
    userAgent: evidenceOf(call.request.headers["user-agent"]),
  };
}

export function createByOf(call: Call<unknown>, caller: Caller | null): CreateBy {
  return {
    ...byOf(call, caller),
    provider: known(caller).provider,
    idempotencyKey: call.request.headers["idempotency-key"] ?? null,
    warnings: call.warnings,
  };
}

/** Operations with access `key` always have a caller; this says so to the compiler. */
export function known(caller: Caller | null): Caller {
  if (!caller) throw new CheckoutError("authentication_required", "This operation needs an API key.");
  return caller;
}

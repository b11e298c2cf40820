import type { By, CreateBy } from "../checkout/context";
import { containsCardNumber } from "../domain/card-number";
import { CheckoutError } from "../domain/errors";
import type { Call, Caller } from "../http/operation";

/** A use case's "by" for a call over the API. */
export function byOf(
  call: Call<unknown>,
  caller: Caller | null,
): By & { requestId: NonNullable<By["requestId"]> } {
  const { provider, keyId } = known(caller);
  return {
    provider,
    actor: `api_key:${keyId}`,
    requestId: call.requestId,
    ipAddress: call.request.address || null,
    userAgent: userAgentOf(call),
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

const LONGEST_USER_AGENT = 400;

function userAgentOf({ request }: Call<unknown>): string | null {
  // Header values arrive as Latin-1 and may hold anything; evidence keeps what can be printed.
  const value = (request.headers["user-agent"] ?? "")
    .replace(/[^\x20-\x7e\xa0-\xff]/g, "")
    .slice(0, LONGEST_USER_AGENT);
  return value === "" || containsCardNumber(value) ? null : value;
}

import { parseApiKey, sameBytes } from "../crypto/api-key";
import { CheckoutError } from "../domain/errors";
import type { Id } from "../domain/ids";
import type { Caller } from "./operation";

/** What is known of a key; `lib/db` finds it, a short cache stands between. */
export interface KnownKey {
  caller: Caller;
  secretSha256: Uint8Array;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

/** The secret only decides whether the look-up counts as a use; comparing it is for `authenticate`. */
export type FindKey = (id: Id<"key">, secretSha256: Uint8Array) => Promise<KnownKey | null>;

/**
 * Who calls, by the Authorization header. A malformed key is refused without a query. Contract section 3.
 * @throws CheckoutError `authentication_required`, `invalid_api_key`, `api_key_wrong_environment`, `api_key_expired`
 */
export async function authenticate(
  authorization: string | undefined,
  environment: "sandbox" | "production",
  findKey: FindKey,
  now: Date,
): Promise<Caller> {
  const token = bearerToken(authorization);
  if (token === null)
    throw new CheckoutError(
      "authentication_required",
      "Send the header Authorization: Bearer <PROVIDER_API_KEY>.",
    );
  const invalid = new CheckoutError("invalid_api_key", "The API key is malformed, unknown or revoked.");
  const parsed = parseApiKey(token);
  if (!parsed) throw invalid;
  if (parsed.environment !== environment)
    throw new CheckoutError(
      "api_key_wrong_environment",
      `This is the ${environment} environment and the key is of the ${parsed.environment} environment.`,
    );
  const known = await findKey(parsed.id, parsed.secretSha256);
  if (!known || known.revokedAt !== null || !sameBytes(known.secretSha256, parsed.secretSha256))
    throw invalid;
  if (known.expiresAt !== null && known.expiresAt <= now)
    throw new CheckoutError("api_key_expired", `The API key expired at ${known.expiresAt.toISOString()}.`);
  return known.caller;
}

/** The token of `Authorization: Bearer …`, or null when there is none. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1] ?? null;
}

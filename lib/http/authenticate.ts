import { type ParsedApiKey, parseApiKey, sameBytes } from "../crypto/api-key";
import type { Environment } from "../domain/environment";
import { CheckoutError } from "../domain/errors";
import type { Id } from "../domain/ids";
import type { Caller } from "./operation";

export interface KnownKey {
  caller: Caller;
  secretSha256: Uint8Array;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

/** The secret is passed only to record a use of the key. `callerOf` compares it. */
export type FindKey = (id: Id<"key">, secretSha256: Uint8Array) => Promise<KnownKey | null>;

/** Checks the key of an Authorization header as far as possible without a query. Contract section 3. */
export function readKey(authorization: string | undefined, environment: Environment): ParsedApiKey {
  const token = bearerToken(authorization);
  if (token === null)
    throw new CheckoutError(
      "authentication_required",
      "Send the header Authorization: Bearer <PROVIDER_API_KEY>.",
    );
  const parsed = parseApiKey(token);
  if (!parsed) throw invalid({ reason: "malformed" });
  if (parsed.environment !== environment)
    throw new CheckoutError(
      "api_key_wrong_environment",
      `This is the ${environment} environment, but the API key is for the ${parsed.environment} environment.`,
    );
  return parsed;
}

/** The caller with this key. Contract section 3. */
export async function callerOf(key: ParsedApiKey, findKey: FindKey): Promise<Caller> {
  const known = await findKey(key.id, key.secretSha256);
  if (!known) throw invalid({ reason: "unknown" });
  const { keyId } = known.caller;
  if (!sameBytes(known.secretSha256, key.secretSha256)) throw invalid({ reason: "wrong_secret", keyId });
  if (known.revokedAt !== null) throw invalid({ reason: "revoked", keyId });
  if (known.expiresAt !== null && known.expiresAt <= known.caller.now())
    throw new CheckoutError("api_key_expired", `The API key expired at ${known.expiresAt.toISOString()}.`, {
      noted: { reason: "expired", keyId },
    });
  return known.caller;
}

/** One response for every reason, so that somebody who guesses learns nothing. The security log has the reason. */
const invalid = (noted: { reason: string; keyId?: string }) =>
  new CheckoutError("invalid_api_key", "The API key is malformed, unknown or revoked.", { noted });

export function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1] ?? null;
}

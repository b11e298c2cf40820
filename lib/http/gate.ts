import { hold } from "../../packages/http/hold";
import type { Limit, Verdict } from "../../packages/http/limits/limit";
import type { ApiRequest } from "../../packages/http/types";
import { subscriberOf } from "../../packages/net/addresses";
import { type ParsedApiKey, sameBytes } from "../crypto/api-key";
import type { Environment } from "../domain/environment";
import { CheckoutError } from "../domain/errors";
import type { Id } from "../domain/ids";
import { bearerToken, callerOf, type FindKey, readKey } from "./authenticate";
import type { Caller, Operation } from "./operation";

export interface GateDeps {
  environment: Environment;
  jobsSecret: string | undefined;
  findKey: FindKey;
  /** Null if nothing is limited. */
  limits: Record<"key" | "address", Limit> | null;
}

/** What the gate learns about a request, even a refused one: for the response and the logs. */
export interface Notes {
  headers: Record<string, string>;
  /** The caller's key, once it is accepted: for the logs. */
  keyId?: Id<"key">;
  providerId?: Id<"prv">;
  json?: unknown;
}

const MAX_KNOWN = 10_000;

/**
 * A request's own token pays for this much of the response. Each further part of this size takes another. Contract section
 * 11.
 */
const BYTES_OF_A_TOKEN = 64 * 1024;

/**
 * Checks key, scope and rate, in this order. Contract sections 1, 3 and 11.
 * A request with a working key counts for its key, any other for its address. An address that has used up its limit is
 * refused without a query. Keys that have worked in this process pass all the same: one person who guesses keys must not
 * lock out everybody on the same network. A key that is new to this process counts for its address first, and the token is
 * returned once the key has worked. See docs/decisions/025-whom-requests-count-for.md.
 */
export function createGate(deps: GateDeps) {
  const { limits, environment, findKey } = deps;
  const known = new Map<string, { secretSha256: Uint8Array; providerId: Id<"prv"> }>();

  async function countForAddress({ address }: ApiRequest, notes: Notes): Promise<void> {
    if (!limits) return;
    const verdict = await limits.address.ask(address);
    notes.headers = verdict.headers;
    const detail = "Too many requests without a valid API key from this address.";
    if (!verdict.admitted) await refuse(subscriberOf(address), verdict, detail, { reason: "address" });
  }

  const lastUseOf = (key: ParsedApiKey) => {
    const use = known.get(key.id);
    return use && sameBytes(use.secretSha256, key.secretSha256) ? use : null;
  };

  async function authenticate(request: ApiRequest, notes: Notes): Promise<Caller> {
    let key: ParsedApiKey;
    try {
      key = readKey(request.headers.authorization, environment);
    } catch (refusal) {
      await countForAddress(request, notes);
      throw refusal;
    }
    const wasKnown = lastUseOf(key) !== null;
    if (!wasKnown) await countForAddress(request, notes);
    try {
      const caller = await callerOf(key, findKey);
      const [oldest] = known.keys();
      if (!wasKnown && known.size >= MAX_KNOWN && oldest !== undefined) known.delete(oldest);
      known.set(key.id, { secretSha256: key.secretSha256, providerId: caller.provider.id });
      if (!wasKnown) await giveBack(request);
      return caller;
    } catch (refusal) {
      const isRefused = refusal instanceof CheckoutError;
      // A key that worked before and no longer does counts for its address from now on.
      if (wasKnown && isRefused) {
        known.delete(key.id);
        await countForAddress(request, notes);
      }
      if (!wasKnown && !isRefused) await giveBack(request);
      throw refusal;
    }
  }

  async function giveBack({ address }: ApiRequest): Promise<void> {
    await limits?.address.giveBack(address);
  }

  async function admitKey(operation: Operation, request: ApiRequest, notes: Notes): Promise<Caller> {
    const caller = await authenticate(request, notes);
    const { keyId, scopes } = caller;
    notes.keyId = keyId;
    notes.providerId = caller.provider.id;
    const { scope } = operation;
    const verdict = await limits?.key.ask(keyId);
    if (verdict) notes.headers = verdict.headers;
    if (scope && !scopes.includes(scope)) {
      if (verdict && !verdict.admitted) await hold(keyId);
      throw new CheckoutError("insufficient_scope", `This operation needs a key with the scope ${scope}.`);
    }
    if (verdict && !verdict.admitted)
      await refuse(keyId, verdict, "Too many requests with this API key.", { reason: "key", keyId });
    return caller;
  }

  return {
    /** @returns the caller, or null if the operation needs none */
    async admit(operation: Operation, request: ApiRequest, notes: Notes): Promise<Caller | null> {
      const { authorization } = request.headers;
      switch (operation.access) {
        case "unlimited":
          return null;
        case "open":
          await countForAddress(request, notes);
          return null;
        case "jobs-secret":
          if (
            deps.jobsSecret &&
            sameBytes(Buffer.from(bearerToken(authorization) ?? ""), Buffer.from(deps.jobsSecret))
          )
            return null;
          await countForAddress(request, notes);
          throw new CheckoutError(
            "authentication_required",
            "Send Authorization: Bearer with the jobs secret.",
          );
        case "optional-key":
          if (authorization !== undefined) return admitKey(operation, request, notes);
          if (limits) await countForAddress(request, notes);
          return null;
        case "key":
          return admitKey(operation, request, notes);
      }
    },

    /** Charges what a large response cost beyond its request's token: to the key, or to the address if there is none. */
    charge(operation: Operation, { address }: ApiRequest, { keyId }: Notes, bytes: number): void {
      const tokens = Math.floor(bytes / BYTES_OF_A_TOKEN);
      if (!limits || tokens === 0 || operation.access === "unlimited") return;
      void (keyId ? limits.key.charge(keyId, tokens) : limits.address.charge(address, tokens));
    },

    /**
     * Counts a request for a path or method that does not exist. With a working key it counts for the key, and the caller
     * learns what is wrong even when the bucket is empty. Any other counts for its address.
     */
    async turnAway(request: ApiRequest, notes: Notes): Promise<void> {
      const key = keyOf(request, environment);
      const use = key && lastUseOf(key);
      if (!key || !use) return countForAddress(request, notes);
      notes.keyId = key.id;
      notes.providerId = use.providerId;
      const verdict = await limits?.key.ask(key.id);
      if (!verdict) return;
      notes.headers = verdict.headers;
      if (!verdict.admitted) await hold(key.id);
    },
  };
}

function keyOf(request: ApiRequest, environment: Environment): ParsedApiKey | null {
  try {
    return readKey(request.headers.authorization, environment);
  } catch {
    return null;
  }
}

async function refuse(
  sender: string,
  { retryAfterSeconds }: Verdict,
  detail: string,
  noted: { reason: string; keyId?: string },
): Promise<never> {
  await hold(sender);
  throw new CheckoutError("rate_limited", detail, { retryAfterSeconds: retryAfterSeconds ?? 1, noted });
}

import type { ProcessorKind } from "../../drizzle/vocabulary";
import type { ApiRequest } from "../../packages/http/types";
import { isSigned } from "../../packages/net/signature";
import { propertyOf } from "../../packages/text/narrow";
import { openOrTell } from "../crypto/unreadable";
import type { Vault } from "../crypto/vault";
import type { Db } from "../db/client";
import { readClock } from "../db/clock";
import { type AccountRow, findAccount, recordGatewayEvent } from "../db/gateway-accounts";
import { CheckoutError } from "../domain/errors";
import { isId } from "../domain/ids";
import type { Log } from "../domain/log";
import { openSecret, webhookOf } from "./secrets";

const MAX_BYTES = 1_048_576;
const EVENT_ID = /^[!-~]{1,255}$/;
/** More names than an event about one payment has. */
const MAX_NAMES = 200;

/** Where each processor puts its signature; null where it sends no events. */
const SIGNATURE: Record<ProcessorKind, { header: string; scheme: "v1" | "v2" } | null> = {
  sandbox: null,
  http: null,
  stripe: { header: "stripe-signature", scheme: "v1" },
  pinch: { header: "pinch-signature", scheme: "v2" },
};

interface Deps {
  db: Db;
  vault: Vault;
  log: Log;
}

/**
 * A processor reports that something has happened. The body is a signal only: whatever it names is asked for anew. Contract
 * "Real money", section 2.
 * @throws CheckoutError without a valid signature, or if the body is no event
 */
export async function receiveEvent(deps: Deps, accountId: string, request: ApiRequest) {
  const account = isId("gwa", accountId) ? await findAccount(deps.db, accountId) : null;
  const signature = account && SIGNATURE[account.kind];
  if (!signature) throw new CheckoutError("not_found", "There is no such processor account.");
  const body = await request.readBody(MAX_BYTES);
  if (body === null) throw new CheckoutError("body_too_large", `The body is larger than ${MAX_BYTES} bytes.`);
  const header = request.headers[signature.header] ?? "";
  const now = (await readClock(deps.db))();
  if (!isSigned(header, signature.scheme, body, await secretsOf(deps, account, now), now))
    throw new CheckoutError("invalid_signature", "The signature is missing, not valid or too old.");
  const event = parsed(body);
  const id = propertyOf(event, "id") ?? propertyOf(event, "Id");
  if (typeof id !== "string" || !EVENT_ID.test(id))
    throw new CheckoutError("invalid_json", "The body is not an event with an id.");
  const isLive = propertyOf(event, "livemode");
  if (typeof isLive === "boolean" && isLive !== (account.mode === "live"))
    throw new CheckoutError("malformed_request", `The event is not of the ${account.mode} mode.`);
  return { received: true, is_new: await recordGatewayEvent(deps.db, account, id, namesIn(event)) };
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    throw new CheckoutError("invalid_json", "The body is not valid JSON.");
  }
}

/** Those that can be decrypted. */
async function secretsOf({ vault, ...deps }: Deps, account: AccountRow, now: Date): Promise<string[]> {
  const { providerId, id: of, webhookSecretSealed, webhookSecretKeyVersion } = account;
  const { previousWebhookSecretSealed, previousWebhookSecretKeyVersion } = account;
  const sealed = [
    ["processor webhook secrets", webhookSecretSealed, webhookSecretKeyVersion],
    ["replaced processor webhook secrets", previousWebhookSecretSealed, previousWebhookSecretKeyVersion],
  ] as const;
  const opened = await Promise.all(
    sealed.map(([what, bytes, keyVersion]) =>
      bytes === null || keyVersion === null
        ? null
        : openOrTell(deps, { what, providerId, of }, now, () =>
            openSecret(vault, webhookOf(of), { bytes, keyVersion }),
          ),
    ),
  );
  return opened.filter((secret) => secret !== null);
}

/** Everything in an event that can name a charge or a refund: the processor's references, and our keys. */
function namesIn(event: unknown): string[] {
  const names = new Set<string>();
  JSON.stringify(event, (_, value) => {
    // Pinch has our key within a text of ours.
    if (typeof value === "string")
      for (const [name] of value.matchAll(/\b[a-z]{2,4}_[0-9A-Za-z_-]{3,100}\b/g)) names.add(name);
    return value;
  });
  return [...names].slice(0, MAX_NAMES);
}

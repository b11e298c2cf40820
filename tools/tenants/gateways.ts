import { PROCESSOR_KINDS, type ProcessorKind, type ProcessorMode } from "../../drizzle/vocabulary";
import type { Vault } from "../../lib/crypto/vault";
import type { Db } from "../../lib/db/client";
import { type AccountRow, findAccounts } from "../../lib/db/gateway-accounts";
import { type Id, newId } from "../../lib/domain/ids";
import { sealSecret, webhookOf } from "../../lib/gateway/secrets";
import { isThisMachine } from "../../packages/net/addresses";
import { isOneOf } from "../../packages/text/narrow";
import { Problem } from "../../server/program/problem.mjs";
import type { Settings } from "../command-line/settings";
import { insertAccount, rotateSecrets } from "./account-rows";

interface NewAccount {
  providerId: Id<"prv">;
  kind: ProcessorKind;
  mode: ProcessorMode;
  publishableKey: string;
  url: string | null;
  externalAccount: string | null;
  takes: readonly string[];
  /** What bank statements show for its debits, where it is not the provider's own name. */
  statementName?: string | null;
  /** The account that it replaces. */
  replaces?: Id<"gwa"> | undefined;
}

export const kindFault = (kind: string): string | null =>
  isOneOf(PROCESSOR_KINDS, kind) ? null : `there is no such kind. There are: ${PROCESSOR_KINDS.join(", ")}.`;

/** A live key in a sandbox would charge real cards. */
export function publishableFault(key: string, { ENVIRONMENT = "sandbox" }: Settings): string | null {
  const prefix = ENVIRONMENT === "production" ? "pk_live_" : "pk_test_";
  return /^pk_(test|live)_[0-9A-Za-z]{8,}$/.test(key) && key.startsWith(prefix)
    ? null
    : `in ${ENVIRONMENT} it begins with ${prefix} and has 8 or more letters and digits after that.`;
}

export const externalFault = (id: string): string | null =>
  /^[A-Za-z0-9_-]{4,100}$/.test(id) ? null : "an account's id has letters, digits, hyphens and underscores.";

export const takesFault = (uses: string): string | null =>
  /^(cards|debits|cards,debits)$/.test(uses) ? null : "write cards, debits or cards,debits.";

/** Banks show upper and lower case letters, digits and little else, and at most so many. */
export const statementNameFault = (name: string): string | null =>
  /^[A-Za-z0-9][A-Za-z0-9 .,&'()*/-]{0,31}$/.test(name)
    ? null
    : "a statement shows up to 32 letters, digits, spaces and . , & ' ( ) * / -.";

export function urlFault(text: string): string | null {
  if (!URL.canParse(text)) return "an address is like https://gateway.example.";
  const { protocol, hostname } = new URL(text);
  if (protocol === "https:" || (protocol === "http:" && isThisMachine(hostname))) return null;
  return "its secret could be read on the way: make it https://.";
}

/** A live secret in a sandbox would charge real cards, and another kind of key could not charge any. */
function refuseWrongSecret({ kind, mode }: Pick<AccountRow, "kind" | "mode">, secret: string) {
  if (kind === "stripe" && !new RegExp(`^[rs]k_${mode}_[0-9A-Za-z_]{8,}$`).test(secret))
    throw new Problem(
      `The secret: for a Stripe account here it begins with sk_${mode}_ or rk_${mode}_. Copy it from "API keys" in Stripe's dashboard, in ${mode} mode.`,
    );
  const otherMode = mode === "test" ? "live" : "test";
  if (kind === "pinch" && (!/^[^\s:]{4,}:\S{8,}$/.test(secret) || secret.includes(`:sk_${otherMode}_`)))
    throw new Problem(
      `The secret: for a Pinch account here write the Application ID, a colon and the ${mode} secret: app_…:sk_${mode}_…. Copy both from "API keys" in Pinch's portal.`,
    );
}

function refuseWrongWebhookSecret({ kind }: Pick<AccountRow, "kind">, secret: string) {
  if ((kind === "stripe" || kind === "pinch") && !/^whsec_[0-9A-Za-z+/=_-]{8,}$/.test(secret))
    throw new Problem(
      `The webhook secret: for an account at ${kind === "stripe" ? "Stripe" : "Pinch"} it begins with whsec_. Copy it from "Webhooks" there.`,
    );
}

/**
 * @returns null if the provider has an account for this use already, or has none such to replace
 * @throws Problem for what does not belong to the kind
 */
export async function addAccount(
  db: Db,
  vault: Vault,
  { takes, replaces, ...account }: NewAccount,
  [secret, webhookSecret]: [string, ...string[]],
): Promise<AccountRow | null> {
  if ((account.kind === "http") !== (account.url !== null))
    throw new Problem("--url: only an account of kind http has one, and it needs one.");
  if (account.kind === "sandbox" && account.mode === "live")
    throw new Problem('--kind "sandbox": the sandbox gateway does not run in production.');
  if (account.kind === "stripe" && !/^(acct_[0-9A-Za-z]+)?$/.test(account.externalAccount ?? ""))
    throw new Problem(
      "--account: an account at Stripe begins with acct_. Leave it out where the secret is its own.",
    );
  if (account.kind === "pinch" && !/^(mch_[0-9A-Za-z_]+)?$/.test(account.externalAccount ?? ""))
    throw new Problem(
      "--account: a merchant at Pinch begins with mch_. Leave it out where the application is the merchant's own.",
    );
  refuseWrongSecret(account, secret);
  if (webhookSecret !== undefined) refuseWrongWebhookSecret(account, webhookSecret);
  const id = newId("gwa");
  const sealed = sealSecret(vault, id, secret);
  const webhook = webhookSecret === undefined ? null : sealSecret(vault, webhookOf(id), webhookSecret);
  const stored = {
    id,
    ...account,
    takesCards: takes.includes("cards"),
    takesDebits: takes.includes("debits"),
    secretSealed: sealed.bytes,
    secretKeyVersion: sealed.keyVersion,
    webhookSecretSealed: webhook?.bytes,
    webhookSecretKeyVersion: webhook?.keyVersion,
  };
  return insertAccount(db, stored, replaces);
}

/** The other secret stays. Null if the provider has no such account. */
export async function rotate(
  db: Db,
  vault: Vault,
  account: Pick<AccountRow, "providerId" | "id">,
  secret: string,
  isWebhook: boolean,
) {
  const known = (await findAccounts(db, account.providerId)).find(({ id }) => id === account.id);
  if (!known) return null;
  if (isWebhook) refuseWrongWebhookSecret(known, secret);
  else refuseWrongSecret(known, secret);
  const sealed = sealSecret(vault, isWebhook ? webhookOf(account.id) : account.id, secret);
  const fresh = isWebhook ? { secret: null, webhookSecret: sealed } : { secret: sealed, webhookSecret: null };
  return rotateSecrets(db, account, fresh);
}

import { PROCESSOR_KINDS, type ProcessorKind, type ProcessorMode } from "../../drizzle/vocabulary";
import { isThisMachine } from "../../packages/net/addresses";
import { isOneOf } from "../../packages/text/narrow";
import type { Vault } from "../crypto/vault";
import { insertAccount, rotateSecrets } from "../db/account-rows";
import type { Db } from "../db/client";
import { type AccountRow, findAccounts } from "../db/gateway-accounts";
import type { Environment } from "../domain/environment";
import { type Id, newId } from "../domain/ids";
import { sealSecret, webhookOf } from "./secrets";

// A provider's accounts at card processors, as its operator's command and its admin's page set them up.

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

/** What is wrong with a field, and what to do about it. Nothing was written. */
export interface AccountFault {
  field: "kind" | "url" | "account" | "secret" | "webhook_secret" | "replace";
  fault: string;
}

export const modeOf = (environment: Environment): ProcessorMode =>
  environment === "production" ? "live" : "test";

export const kindFault = (kind: string): string | null =>
  isOneOf(PROCESSOR_KINDS, kind) ? null : `there is no such kind. There are: ${PROCESSOR_KINDS.join(", ")}.`;

/** A live key in a sandbox would charge real cards. */
export function publishableFault(key: string, environment: Environment): string | null {
  const prefix = `pk_${modeOf(environment)}_`;
  return /^pk_(test|live)_[0-9A-Za-z]{8,}$/.test(key) && key.startsWith(prefix)
    ? null
    : `in ${environment} it begins with ${prefix} and has 8 or more letters and digits after that.`;
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

export const secretFault = (secret: string): string | null =>
  /^[\x21-\x7e]{16,500}$/.test(secret)
    ? null
    : "it is not 16 to 500 letters, digits and marks without blanks.";

export function urlFault(text: string): string | null {
  if (!URL.canParse(text)) return "an address is like https://gateway.example.";
  const { protocol, hostname } = new URL(text);
  if (protocol === "https:" || (protocol === "http:" && isThisMachine(hostname))) return null;
  return "its secret could be read on the way: make it https://.";
}

/** A live secret in a sandbox would charge real cards, and another kind of key could not charge any. */
function wrongSecret({ kind, mode }: Pick<AccountRow, "kind" | "mode">, secret: string): AccountFault | null {
  const wrong = (fault: string) => ({ field: "secret", fault }) as const;
  if (kind === "stripe" && !new RegExp(`^[rs]k_${mode}_[0-9A-Za-z_]{8,}$`).test(secret))
    return wrong(
      `for a Stripe account here it begins with sk_${mode}_ or rk_${mode}_. Copy it from "API keys" in Stripe's dashboard, in ${mode} mode.`,
    );
  const otherMode = mode === "test" ? "live" : "test";
  if (kind === "pinch" && (!/^[^\s:]{4,}:\S{8,}$/.test(secret) || secret.includes(`:sk_${otherMode}_`)))
    return wrong(
      `for a Pinch account here write the Application ID, a colon and the ${mode} secret: app_…:sk_${mode}_…. Copy both from "API keys" in Pinch's portal.`,
    );
  return null;
}

function wrongWebhookSecret({ kind }: Pick<AccountRow, "kind">, secret: string): AccountFault | null {
  if ((kind !== "stripe" && kind !== "pinch") || /^whsec_[0-9A-Za-z+/=_-]{8,}$/.test(secret)) return null;
  const vendor = kind === "stripe" ? "Stripe" : "Pinch";
  const fault = `for an account at ${vendor} it begins with whsec_. Copy it from "Webhooks" there.`;
  return { field: "webhook_secret", fault };
}

/** What does not belong to the kind. */
function wrongKind({ kind, mode, url, externalAccount }: Omit<NewAccount, "takes">): AccountFault | null {
  if ((kind === "http") !== (url !== null))
    return { field: "url", fault: "only an account of kind http has one, and it needs one." };
  if (kind === "sandbox" && mode === "live")
    return { field: "kind", fault: "the sandbox gateway does not run in production." };
  if (kind === "stripe" && !/^(acct_[0-9A-Za-z]+)?$/.test(externalAccount ?? ""))
    return {
      field: "account",
      fault: "an account at Stripe begins with acct_. Leave it out where the secret is its own.",
    };
  if (kind === "pinch" && !/^(mch_[0-9A-Za-z_]+)?$/.test(externalAccount ?? ""))
    return {
      field: "account",
      fault:
        "a merchant at Pinch begins with mch_. Leave it out where the application is the merchant's own.",
    };
  return null;
}

export async function addAccount(
  db: Db,
  vault: Vault,
  { takes, replaces, ...account }: NewAccount,
  [secret, webhookSecret]: [string, ...string[]],
): Promise<AccountRow | AccountFault> {
  const fault =
    wrongKind(account) ??
    wrongSecret(account, secret) ??
    (webhookSecret === undefined ? null : wrongWebhookSecret(account, webhookSecret));
  if (fault) return fault;
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
  const made = await insertAccount(db, stored, replaces);
  if (made) return made;
  return {
    field: "replace",
    fault:
      replaces === undefined
        ? "there is an account for this already. To replace it, name it here."
        : "it is not in use any more, or it takes more than the new one.",
  };
}

/** The other secret stays. Null if the provider has no such account. */
export async function rotate(
  db: Db,
  vault: Vault,
  account: Pick<AccountRow, "providerId" | "id">,
  secret: string,
  isWebhook: boolean,
): Promise<AccountRow | AccountFault | null> {
  const known = (await findAccounts(db, account.providerId)).find(({ id }) => id === account.id);
  if (!known) return null;
  const fault = isWebhook ? wrongWebhookSecret(known, secret) : wrongSecret(known, secret);
  if (fault) return fault;
  const sealed = sealSecret(vault, isWebhook ? webhookOf(account.id) : account.id, secret);
  const fresh = isWebhook ? { secret: null, webhookSecret: sealed } : { secret: sealed, webhookSecret: null };
  return rotateSecrets(db, account, fresh);
}

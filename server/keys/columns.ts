import { boundTo } from "../../lib/checkout/idempotency";
import type { SealedKind, SealedPlace } from "../../lib/crypto/unreadable";
import type { Purpose, Sealed, Vault } from "../../lib/crypto/vault";
import type { SealedColumn, SealedRow } from "../../lib/db/sealed";
import { type Id, type IdPrefix, idFromUuid } from "../../lib/domain/ids";
import { webhookOf } from "../../lib/gateway/secrets";
import { present } from "../../packages/text/narrow";

interface Column extends SealedColumn {
  called: SealedKind;
  purpose: Purpose;
  /** Whose value it is. */
  of(row: SealedRow): Id<"chk" | "whe" | "dda" | "gwa">;
  /** What binds the sealed bytes to their row. */
  boundTo(row: SealedRow): string;
}

const idOf = <P extends IdPrefix>(prefix: P, row: SealedRow, column: string) =>
  idFromUuid(prefix, present(row[column], column));

const BY_ID = { provider_id: "uuid", id: "uuid" } as const;
const ofCheckout = (row: SealedRow) => idOf("chk", row, "checkout_id");
const ANSWERS = {
  table: "idempotency_key",
  version: "key_version",
  key: { provider_id: "uuid", operation: "text", key: "text" },
  beside: "checkout_id",
  purpose: "idempotency",
  of: ofCheckout,
  boundTo: (row: SealedRow) =>
    boundTo(
      { providerId: idOf("prv", row, "provider_id"), key: present(row.key, "key") },
      idOf("chk", row, "checkout_id"),
    ),
} as const;
const ofEndpoint = (row: SealedRow) => idOf("whe", row, "id");
const SECRETS = {
  table: "webhook_endpoint",
  key: BY_ID,
  purpose: "webhook-secret",
  of: ofEndpoint,
  boundTo: ofEndpoint,
} as const;
const ofAccount = (row: SealedRow) => idOf("gwa", row, "id");
const ACCOUNTS = {
  table: "gateway_account",
  key: BY_ID,
  purpose: "gateway-secret",
  of: ofAccount,
} as const;
const ofAuthority = (row: SealedRow) => idOf("dda", row, "id");

/**
 * Every sealed column. Whoever goes through them column by column relies on this order: a promised token becomes a stored
 * answer, and a webhook secret a replaced one, so a value that moves meanwhile stands in a later column and is still met.
 */
export const SEALED_COLUMNS: readonly Column[] = [
  {
    called: "bank details",
    table: "dda",
    bytes: "bank_sealed",
    version: "bank_key_version",
    key: BY_ID,
    purpose: "bank-details",
    of: ofAuthority,
    boundTo: ofAuthority,
  },
  {
    called: "addresses of bank pages",
    table: "charge_attempt",
    bytes: "bank_page_sealed",
    version: "bank_page_key_version",
    key: BY_ID,
    beside: "checkout_id",
    purpose: "bank-page",
    of: ofCheckout,
    boundTo: ofCheckout,
  },
  { ...ANSWERS, called: "promised tokens", bytes: "sealed_token" },
  { ...ANSWERS, called: "stored answers", bytes: "sealed_answer" },
  { ...SECRETS, called: "webhook secrets", bytes: "secret_sealed", version: "secret_key_version" },
  {
    ...SECRETS,
    called: "replaced webhook secrets",
    bytes: "previous_secret_sealed",
    version: "previous_secret_key_version",
  },
  {
    ...ACCOUNTS,
    called: "processor secrets",
    bytes: "secret_sealed",
    version: "secret_key_version",
    boundTo: ofAccount,
  },
  {
    ...ACCOUNTS,
    called: "processor webhook secrets",
    bytes: "webhook_secret_sealed",
    version: "webhook_secret_key_version",
    boundTo: (row) => webhookOf(ofAccount(row)),
  },
  {
    ...ACCOUNTS,
    called: "replaced processor webhook secrets",
    bytes: "previous_webhook_secret_sealed",
    version: "previous_webhook_secret_key_version",
    boundTo: (row) => webhookOf(ofAccount(row)),
  },
];

/** The row sealed under the newest key. @throws Unreadable */
export function sealedAnew(vault: Vault, { purpose, boundTo }: Column, row: SealedRow): Sealed {
  const { bytes, version: keyVersion } = row;
  return vault.seal(purpose, boundTo(row), vault.open(purpose, boundTo(row), { bytes, keyVersion }));
}

export const placeOf = (column: Column, row: SealedRow): SealedPlace => ({
  what: column.called,
  providerId: idOf("prv", row, "provider_id"),
  of: column.of(row),
});

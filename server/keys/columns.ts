import { boundToKey } from "../../lib/api/keyed";
import { boundTo } from "../../lib/checkout/idempotency";
import type { SealedKind, SealedPlace } from "../../lib/crypto/unreadable";
import type { Purpose, Sealed, Vault } from "../../lib/crypto/vault";
import type { SealedColumn, SealedRow } from "../../lib/db/sealed";
import { type IdPrefix, idFromUuid } from "../../lib/domain/ids";
import { webhookOf } from "../../lib/gateway/secrets";
import { STAFF_KEY } from "../../lib/staff/secret";
import { present } from "../../packages/text/narrow";

interface Column extends SealedColumn {
  called: SealedKind;
  purpose: Purpose;
  /** Whose value it is. */
  of(row: SealedRow): SealedPlace["of"];
  /** What binds the sealed bytes to their row. */
  boundTo(row: SealedRow): string;
}

const idOf = <P extends IdPrefix>(prefix: P, row: SealedRow, column: string) =>
  idFromUuid(prefix, present(row[column], column));

const BY_ID = { provider_id: "uuid", id: "uuid" } as const;
const ofCheckout = (row: SealedRow) => idOf("chk", row, "checkout_id");
const ofRequest = (row: SealedRow) => idOf("req", row, "request_id");
const ofAuthority = (row: SealedRow) => idOf("dda", row, "id");
const ofEndpoint = (row: SealedRow) => idOf("whe", row, "id");
const ofAccount = (row: SealedRow) => idOf("gwa", row, "id");

/** A column whose key's version stands beside it: `secret_sealed`, `secret_key_version`. Bound to what it is of, unless told. */
const sealed = (
  called: SealedKind,
  bytes: string,
  about: Omit<Column, "called" | "bytes" | "version" | "boundTo"> & Partial<Column>,
): Column => ({
  called,
  bytes,
  version: bytes.replace("_sealed", "_key_version"),
  boundTo: about.of,
  ...about,
});

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
const SECRETS = { table: "webhook_endpoint", key: BY_ID, purpose: "webhook-secret", of: ofEndpoint } as const;
const ACCOUNTS = { table: "gateway_account", key: BY_ID, purpose: "gateway-secret", of: ofAccount } as const;
const HOOKS = { ...ACCOUNTS, boundTo: (row: SealedRow) => webhookOf(ofAccount(row)) };

/**
 * Every sealed column. Whoever goes through them column by column relies on this order: a promised token becomes a stored
 * answer, and a webhook secret a replaced one, so a value that moves meanwhile stands in a later column and is still met.
 */
export const SEALED_COLUMNS: readonly Column[] = [
  sealed("bank details", "bank_sealed", {
    table: "dda",
    key: BY_ID,
    purpose: "bank-details",
    of: ofAuthority,
  }),
  sealed("addresses of bank pages", "bank_page_sealed", {
    table: "charge_attempt",
    key: BY_ID,
    beside: "checkout_id",
    purpose: "bank-page",
    of: ofCheckout,
  }),
  sealed("promised tokens", "sealed_token", ANSWERS),
  sealed("stored answers", "sealed_answer", ANSWERS),
  sealed("stored responses", "sealed_answer", {
    table: "keyed_request",
    version: "key_version",
    key: { provider_id: "uuid", operation: "text", key: "text" },
    beside: "request_id",
    purpose: "idempotency",
    of: ofRequest,
    boundTo: (row) =>
      boundToKey({
        providerId: idOf("prv", row, "provider_id"),
        operation: present(row.operation, "operation"),
        key: present(row.key, "key"),
        requestId: ofRequest(row),
      }),
  }),
  sealed("webhook secrets", "secret_sealed", SECRETS),
  sealed("replaced webhook secrets", "previous_secret_sealed", SECRETS),
  sealed("processor secrets", "secret_sealed", ACCOUNTS),
  sealed("processor webhook secrets", "webhook_secret_sealed", HOOKS),
  sealed("replaced processor webhook secrets", "previous_webhook_secret_sealed", HOOKS),
  sealed("secrets of the console", "secret_sealed", {
    table: "staff_key",
    key: { id: "text" },
    purpose: "staff-sign-in",
    of: () => "staff_key",
    boundTo: () => STAFF_KEY,
  }),
];

/** The row sealed under the newest key. @throws Unreadable */
export function sealedAnew(vault: Vault, { purpose, boundTo }: Column, row: SealedRow): Sealed {
  const { bytes, version: keyVersion } = row;
  return vault.seal(purpose, boundTo(row), vault.open(purpose, boundTo(row), { bytes, keyVersion }));
}

export const placeOf = (column: Column, row: SealedRow): SealedPlace => ({
  what: column.called,
  providerId: row.provider_id === undefined ? null : idOf("prv", row, "provider_id"),
  of: column.of(row),
});

import { boundTo } from "../checkout/idempotency";
import type { Purpose, Sealed, Vault } from "../crypto/vault";
import type { SealedColumn, SealedRow } from "../db/sealed";
import { idFromUuid } from "../domain/ids";

interface Column extends SealedColumn {
  /** The rows' name for operators, in the plural. */
  called: string;
  purpose: Purpose;
  /** What binds the sealed bytes to their row. */
  boundTo(row: SealedRow): string;
}

const BY_ID = { provider_id: "uuid", id: "uuid" } as const;
const ANSWERS = {
  table: "idempotency_key",
  version: "key_version",
  key: { provider_id: "uuid", operation: "text", key: "text" },
  beside: "checkout_id",
  purpose: "idempotency",
  boundTo: ({ provider_id, key, checkout_id }: SealedRow) =>
    boundTo({ providerId: idFromUuid("prv", provider_id!), key: key! }, idFromUuid("chk", checkout_id!)),
} as const;
const SECRETS = {
  table: "webhook_endpoint",
  key: BY_ID,
  purpose: "webhook-secret",
  boundTo: ({ id }: SealedRow) => idFromUuid("whe", id!),
} as const;

/** Every sealed column, in an order that counts: a value that moves to another column moves to a later one of this list. */
export const SEALED_COLUMNS: readonly Column[] = [
  {
    called: "bank details",
    table: "dda",
    bytes: "bank_sealed",
    version: "bank_key_version",
    key: BY_ID,
    purpose: "bank-details",
    boundTo: ({ id }) => idFromUuid("dda", id!),
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
];

export function openRow(vault: Vault, column: Column, row: SealedRow): Uint8Array {
  const { bytes, version: keyVersion } = row;
  return vault.open(column.purpose, column.boundTo(row), { bytes, keyVersion });
}

/** The row sealed under the newest key; null where it does not open. */
export function sealedAnew(vault: Vault, column: Column, row: SealedRow): Sealed | null {
  try {
    return vault.seal(column.purpose, column.boundTo(row), openRow(vault, column, row));
  } catch {
    return null;
  }
}

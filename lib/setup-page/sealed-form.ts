import { MINUTE_MS } from "../../packages/dates/time";
import type { BankFormValues } from "../contract/forms/bank-fields";
import type { Vault } from "../crypto/vault";

/** How long bank details may stay between the steps of the page. Contract section 10. */
export const FORM_LIVES_MS = 30 * MINUTE_MS;

const LONGEST_SEALED = 4_000;

/** The answers of the first step as one hidden, encrypted field, which only this session can use, for half an hour. */
export function sealForm(vault: Vault, session: string, values: BankFormValues, now: Date): string {
  const plain = Buffer.from(JSON.stringify({ values, at: now.getTime() }));
  const { keyVersion, bytes } = vault.seal("setup-form", session, plain);
  return `${keyVersion}.${Buffer.from(bytes).toString("base64url")}`;
}

/** Null if the field is too old, belongs to another session, or was altered. */
export function openForm(vault: Vault, session: string, field: string, now: Date): BankFormValues | null {
  const [, version, base64] = /^([0-9]{1,6})\.([A-Za-z0-9_-]+)$/.exec(field) ?? [];
  if (base64 === undefined || field.length > LONGEST_SEALED) return null;
  let plain: Uint8Array;
  try {
    plain = vault.open("setup-form", session, {
      keyVersion: Number(version),
      bytes: Buffer.from(base64, "base64url"),
    });
  } catch {
    return null;
  }
  const { values, at }: { values: BankFormValues; at: number } = JSON.parse(Buffer.from(plain).toString());
  return now.getTime() - at <= FORM_LIVES_MS ? values : null;
}

import { randomBytes } from "node:crypto";
import type { Vault } from "../crypto/vault";
import type { Db } from "../db/client";
import { keepStaffKey } from "../db/staff";

/** Also what binds the sealed bytes to their row. */
export const STAFF_KEY = "sign-in";

/** What signs sessions and encrypts second factors, the same for all servers. Made when it is first asked for. */
export async function staffSecret({ db, vault }: { db: Db; vault: Vault }): Promise<string> {
  const fresh = vault.seal("staff-sign-in", STAFF_KEY, Buffer.from(randomBytes(32).toString("base64url")));
  const { secretSealed: bytes, secretKeyVersion: keyVersion } = await keepStaffKey(db, {
    id: STAFF_KEY,
    secretSealed: fresh.bytes,
    secretKeyVersion: fresh.keyVersion,
  });
  return Buffer.from(vault.open("staff-sign-in", STAFF_KEY, { bytes, keyVersion })).toString();
}

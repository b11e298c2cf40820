import type { Id } from "../domain/ids";
import { sameBytes } from "./api-key";
import type { Vault } from "./vault";

/** What a certificate of the checklist says. */
export interface Certified {
  date: string;
  ids: readonly string[];
}

/** It holds what it certifies, so it is stored nowhere, and is genuine also when that is gone. */
export function certificateOf(
  vault: Vault,
  providerId: Id<"prv">,
  { date, ids }: Certified,
  keyVersion = vault.keyVersion,
): string {
  const said = [keyVersion, date, ...ids].join(".");
  return `${said}.${vault.derive("go-live", keyVersion, `${providerId} ${said}`).toString("base64url")}`;
}

/** Null for one that was altered, is another provider's, or whose key is no longer configured. */
export function readCertificate(vault: Vault, providerId: Id<"prv">, code: string): Certified | null {
  const [version, date = "", ...rest] = code.trim().split(".");
  const keyVersion = Number(version);
  if (!vault.keyVersions.includes(keyVersion)) return null;
  const certified = { date, ids: rest.slice(0, -1) };
  const genuine = certificateOf(vault, providerId, certified, keyVersion);
  return sameBytes(Buffer.from(code.trim()), Buffer.from(genuine)) ? certified : null;
}

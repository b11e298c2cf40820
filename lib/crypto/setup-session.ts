import { type Id, isId } from "../domain/ids";
import { sameBytes } from "./api-key";
import type { Vault } from "./vault";

interface SessionOf {
  id: Id<"dda">;
  sessionGeneration: number;
  sessionKeyVersion: number;
}

/**
 * The hosted page's session. It is derived, so it is stored nowhere. A new generation ends the old link. Contract section 4.
 */
export function setupSession(vault: Vault, dda: SessionOf): string {
  const mac = vault.derive("setup-session", dda.sessionKeyVersion, `${dda.id}:${dda.sessionGeneration}`);
  return `dds_${dda.id.slice(4)}_${mac.toString("base64url")}`;
}

/** The authority that a session names before it is verified, or null if it is not well formed. */
export function claimedDda(session: string): Id<"dda"> | null {
  const match = /^dds_([0-9a-z]{26})_[A-Za-z0-9_-]{43}$/.exec(session);
  const id = `dda_${match?.[1]}`;
  return match && isId("dda", id) ? id : null;
}

/** Also false if the key that it was derived from is no longer configured. */
export function isSessionOf(vault: Vault, dda: SessionOf, session: string): boolean {
  if (!vault.keyVersions.includes(dda.sessionKeyVersion)) return false;
  return sameBytes(Buffer.from(session), Buffer.from(setupSession(vault, dda)));
}

import { type Id, isId } from "../domain/ids";
import { sameBytes } from "./api-key";
import type { Vault } from "./vault";

interface SessionOf {
  id: Id<"dda">;
  sessionGeneration: number;
  sessionKeyVersion: number;
}

/**
 * The hosted page's session: `dds_<26 characters: the authority's id>_<43 characters HMAC>`. Derived, so that it
 * is stored nowhere; raising the generation ends the old link. Contract section 4.
 */
export function setupSession(vault: Vault, dda: SessionOf): string {
  const mac = vault.derive("setup-session", dda.sessionKeyVersion, `${dda.id}:${dda.sessionGeneration}`);
  return `dds_${dda.id.slice(4)}_${mac.toString("base64url")}`;
}

/** The authority that a session claims to be for, before it is checked; null when it is not well formed. */
export function claimedDda(session: string): Id<"dda"> | null {
  const match = /^dds_([0-9a-z]{26})_[A-Za-z0-9_-]{43}$/.exec(session);
  const id = `dda_${match?.[1]}`;
  return match && isId("dda", id) ? id : null;
}

/** A link of a key that is gone opens nothing any more. */
export function isSessionOf(vault: Vault, dda: SessionOf, session: string): boolean {
  if (!vault.keyVersions.includes(dda.sessionKeyVersion)) return false;
  return sameBytes(Buffer.from(session), Buffer.from(setupSession(vault, dda)));
}

import { type Id, isId } from "../domain/ids";
import { sameBytes } from "./api-key";
import type { Vault } from "./vault";

interface SessionOf {
  id: Id<"dda">;
  sessionGeneration: number;
  sessionKeyVersion: number;
}

/** Whom a session was given to: by the API, or on the student's own page of the portal. D-211 */
export type SessionHolder = "provider" | "student";

const MARKS = { provider: "", student: ":student" } as const satisfies Record<SessionHolder, string>;

/** The hosted page's session. Derived, so it is stored nowhere; a new generation ends the old link. Contract section 4. */
export function setupSession(vault: Vault, dda: SessionOf, holder: SessionHolder = "provider"): string {
  const message = `${dda.id}:${dda.sessionGeneration}${MARKS[holder]}`;
  const mac = vault.derive("setup-session", dda.sessionKeyVersion, message);
  return `dds_${dda.id.slice(4)}_${mac.toString("base64url")}`;
}

/** The authority that a session names, before it is verified; null when it is not well formed. */
export function claimedDda(session: string): Id<"dda"> | null {
  const match = /^dds_([0-9a-z]{26})_[A-Za-z0-9_-]{43}$/.exec(session);
  const id = `dda_${match?.[1]}`;
  return match && isId("dda", id) ? id : null;
}

/** Null for a session that is not the authority's; also where the key that it was derived from is no longer configured. */
export function holderOf(vault: Vault, dda: SessionOf, session: string): SessionHolder | null {
  if (!vault.keyVersions.includes(dda.sessionKeyVersion)) return null;
  const isOf = (holder: SessionHolder) =>
    sameBytes(Buffer.from(session), Buffer.from(setupSession(vault, dda, holder)));
  return isOf("provider") ? "provider" : isOf("student") ? "student" : null;
}

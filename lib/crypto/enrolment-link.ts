import { type Id, isId } from "../domain/ids";
import { sameBytes } from "./api-key";
import type { Vault } from "./vault";

interface LinkOf {
  id: Id<"enr">;
  linkKeyVersion: number;
}

/**
 * The secret of a resume link: `<26 characters: the enrolment's id>_<43 characters HMAC>`. Derived, so that it is
 * stored nowhere and can be sent again.
 */
export function enrolmentSecret(vault: Vault, { id, linkKeyVersion }: LinkOf): string {
  return `${id.slice(4)}_${vault.derive("enrolment-link", linkKeyVersion, id).toString("base64url")}`;
}

/** The enrolment that a secret claims to be for, before it is checked; null when it is not well formed. */
export function claimedEnrolment(secret: string): Id<"enr"> | null {
  const match = /^([0-9a-z]{26})_[A-Za-z0-9_-]{43}$/.exec(secret);
  const id = `enr_${match?.[1]}`;
  return match && isId("enr", id) ? id : null;
}

export function isSecretOf(vault: Vault, enrolment: LinkOf, secret: string): boolean {
  return sameBytes(Buffer.from(secret), Buffer.from(enrolmentSecret(vault, enrolment)));
}

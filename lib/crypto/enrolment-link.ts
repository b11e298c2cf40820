import { type Id, isId } from "../domain/ids";
import { sameBytes } from "./api-key";
import type { Vault } from "./vault";

interface LinkOf {
  id: Id<"enr">;
  linkKeyVersion: number;
}

/**
 * The secret of a resume link: `<id>_<HMAC>` for the first generation, `<id>-<generation>_<HMAC>` for later ones. It is
 * derived, so it is stored nowhere and can be emailed again. See docs/decisions/037-derived-links.md.
 */
export function enrolmentSecret(vault: Vault, { id, linkKeyVersion }: LinkOf, generation: number): string {
  const [name, message] =
    generation === 1 ? [id.slice(4), id] : [`${id.slice(4)}-${generation}`, `${id}:${generation}`];
  return `${name}_${vault.derive("enrolment-link", linkKeyVersion, message).toString("base64url")}`;
}

/** What a secret says about itself before it is verified. Null if it is not well formed: each link has one spelling. */
export function claimOf(secret: string) {
  const match = /^([0-9a-z]{26})(?:-([1-9]\d{0,8}))?_[A-Za-z0-9_-]{43}$/.exec(secret);
  const id = `enr_${match?.[1]}`;
  if (!match || match[2] === "1" || !isId("enr", id)) return null;
  return { id, generation: Number(match[2] ?? 1) };
}

/** Also false if the key that the link was derived from is no longer configured. */
export function isSecretOf(vault: Vault, enrolment: LinkOf, generation: number, secret: string): boolean {
  if (!vault.keyVersions.includes(enrolment.linkKeyVersion)) return false;
  return sameBytes(Buffer.from(secret), Buffer.from(enrolmentSecret(vault, enrolment, generation)));
}

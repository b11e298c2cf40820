import { createHash } from "node:crypto";
import type { Untimed } from "../../packages/dates/time";
import { type NewLinkFields, newLinkForm } from "../contract/forms/details";
import { type FieldErrors, readForm } from "../contract/forms/read";
import { findProvider } from "../db/providers";
import { takeFromBucket } from "../db/rate-buckets";
import { insertLinkRequest } from "../db/resume-links";
import { REQUESTS_FOR_AN_ADDRESS, withoutTag } from "../domain/mail";
import type { PortalDeps, Visit } from "./context";

/** The rate bucket of an email address and all its tags, named by a hash so that the address cannot be read from it. */
export function bucketOf(purpose: "mail" | "ask", address: string): string {
  return `${purpose}:${createHash("sha256").update(withoutTag(address.toLowerCase())).digest("base64url")}`;
}

/**
 * Asks for a new link by email. Any address gets the same response in the same time: the request is recorded, and the worker
 * looks for enrolments later. Requests over the limit are dropped silently. See docs/decisions/027-mailed-links.md.
 * @param providerCode null for the enrolments of the address at all providers
 * @returns null if there is no such provider
 */
export async function askForLink(
  deps: Untimed<PortalDeps>,
  visit: Visit,
  providerCode: string | null,
  fields: NewLinkFields,
): Promise<{ ok: true } | { ok: false; errors: FieldErrors } | null> {
  const provider = providerCode === null ? null : await findProvider(deps.db, providerCode);
  if (providerCode !== null && !provider) return null;
  const read = readForm(newLinkForm, fields);
  if (!read.ok) return read;
  const { email: address } = read.values;
  if (deps.mail && (await isAdmitted(deps, visit, address)))
    await insertLinkRequest(deps.db, { providerId: provider?.id, address });
  return { ok: true };
}

async function isAdmitted(
  deps: Untimed<PortalDeps>,
  { ipAddress }: Visit,
  address: string,
): Promise<boolean> {
  const ofNetwork = ipAddress === null ? null : await deps.limits?.link.ask(ipAddress);
  if (ofNetwork?.admitted === false) return false;
  const bucket = bucketOf("ask", address);
  return (await takeFromBucket(deps.db, bucket, 1, REQUESTS_FOR_AN_ADDRESS)).admitted;
}

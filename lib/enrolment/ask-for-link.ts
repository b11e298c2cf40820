import { type NewLinkFields, newLinkForm } from "../contract/forms/new-link";
import { type FieldErrors, readForm } from "../contract/forms/read";
import { findProvider } from "../db/providers";
import { takeFromBucket } from "../db/rate-buckets";
import { insertLinkRequest } from "../db/resume-links";
import { REQUESTS_FOR_AN_ADDRESS } from "../domain/mail";
import { bucketOf } from "./address-bucket";
import type { PortalDeps, Visit } from "./context";

/** What became of asking: it says nothing of what there is to send. Plain data. */
export type AskResult = { ok: true } | { ok: false; errors: FieldErrors };

/**
 * Asks for a new link to be e-mailed. Whatever the address, this does the same and takes as long: it writes the request
 * down, and the worker looks whether there is an enrolment. One too many is dropped, and nobody is told so.
 * @param providerCode null for the enrolments of the address at all providers
 * @returns null where there is no such provider
 */
export async function askForLink(
  deps: PortalDeps,
  visit: Visit,
  providerCode: string | null,
  fields: NewLinkFields,
): Promise<AskResult | null> {
  const provider = providerCode === null ? null : await findProvider(deps.db, providerCode);
  if (providerCode !== null && !provider) return null;
  const read = readForm(newLinkForm, fields);
  if (!read.ok) return read;
  const { email: address } = read.values;
  if (deps.mail && (await isAdmitted(deps, visit, address)))
    await insertLinkRequest(deps.db, { providerId: provider?.id, address, createdAt: deps.now() });
  return { ok: true };
}

async function isAdmitted(deps: PortalDeps, { ipAddress }: Visit, address: string): Promise<boolean> {
  const ofNetwork = ipAddress === null ? null : await deps.limits?.ofLinkRequest(ipAddress);
  if (ofNetwork?.admitted === false) return false;
  const bucket = bucketOf("ask", address);
  return (await takeFromBucket(deps.db, bucket, 1, REQUESTS_FOR_AN_ADDRESS)).admitted;
}

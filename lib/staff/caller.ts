import type { StaffRole } from "../../drizzle/vocabulary";
import type { Db } from "../db/client";
import type { ProviderRow } from "../db/providers";
import { findRoleAt } from "../db/staff";
import type { Id } from "../domain/ids";
import { demand } from "./permissions";

/** Whoever is signed in, for all providers. */
export interface SignedIn {
  staffId: Id<"stf">;
  name: string;
  email: string;
  hasSecondFactor: boolean;
  sessionId: string;
}

/** Whoever is signed in, for one provider. Made from the session at each request, and never from what a browser says. */
export interface StaffCaller extends Pick<SignedIn, "staffId" | "name" | "email"> {
  /** An operator has every permission at every provider. */
  role: StaffRole | "operator";
  provider: Pick<ProviderRow, "id" | "code" | "name" | "timeZone">;
  requestId: Id<"req">;
  ipAddress: string | null;
}

/** Null where nobody is signed in, and for a provider that is not theirs or does not exist: nobody learns which. */
export async function callerAt(
  db: Db,
  signedIn: SignedIn | null,
  providerCode: string,
  { requestId, ipAddress }: Pick<StaffCaller, "requestId" | "ipAddress">,
): Promise<StaffCaller | null> {
  const found = signedIn && (await findRoleAt(db, signedIn.staffId, providerCode));
  if (!found) return null;
  demand(found, "read");
  const { staffId, name, email } = signedIn;
  return { staffId, name, email, ...found, requestId, ipAddress };
}

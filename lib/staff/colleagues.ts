import type { StaffRole } from "../../drizzle/vocabulary";
import { present } from "../../packages/text/narrow";
import type { Db } from "../db/client";
import {
  addStaff,
  type Colleague,
  endLinks,
  endSessions,
  findColleague,
  findRoles,
  giveRole,
  setOperator,
  setVerified,
  takeRole,
} from "../db/staff";
import { type Id, newId } from "../domain/ids";

/** Whether nobody but this provider relies on the account. Its admins may do nothing else to it than give and take a role. */
export const isOnlyOurs = ({ isElsewhere, isOperator }: Colleague): boolean => !isElsewhere && !isOperator;

/**
 * What inviting somebody comes to. Only `new` makes a link that sets the password: whoever reads it has the account. To a
 * known account a role is only added, and none where another admin may have its password.
 */
export function admissionOf(found: Colleague | null): "new" | "known" | "here" | "refused" {
  if (!found || (isOnlyOurs(found) && !found.hasPassword)) return "new";
  if (found.role !== null) return "here";
  return found.emailVerified ? "known" : "refused";
}

/** @param isMailed whether the link goes to the address alone, and no admin sees it */
export function admit(
  db: Db,
  providerId: Id<"prv">,
  { email, name, role }: { email: string; name: string; role: StaffRole },
  isMailed: boolean,
) {
  return db.transaction(async (tx) => {
    await addStaff(tx, { id: newId("stf"), email, name, emailVerified: isMailed });
    const person = present(await findColleague(tx, providerId, { email }, { locks: true }), "new person");
    const admission = admissionOf(person);
    if (admission === "new") {
      // A link of an earlier invitation would open the account to whoever was given it.
      await endLinks(tx, person.id);
      await setVerified(tx, person.id, isMailed);
    }
    if (admission === "new" || admission === "known") await giveRole(tx, person.id, { providerId, role });
    return { admission, person };
  });
}

/**
 * Takes the role at a provider, or an operator's right. Who has no role left is signed out everywhere.
 * @returns false if they had none there
 */
export async function takeAccess(db: Db, staffId: Id<"stf">, at: Id<"prv"> | "operator"): Promise<boolean> {
  if (at === "operator") await setOperator(db, staffId, false);
  else if (!(await takeRole(db, staffId, at))) return false;
  if ((await findRoles(db, staffId)).length === 0) await endSessions(db, staffId, null);
  return true;
}

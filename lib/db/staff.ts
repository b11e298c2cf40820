import { and, asc, desc, eq, gt, isNotNull, or, sql } from "drizzle-orm";
import {
  provider,
  staff,
  staffKey,
  staffPasskey,
  staffPassword,
  staffRole,
  staffSecondFactor,
  staffSession,
  staffToken,
} from "../../drizzle/schema";
import type { StaffRole } from "../../drizzle/vocabulary";
import type { Id } from "../domain/ids";
import { asService } from "./as-tenant";
import type { Db } from "./client";

export type StaffRow = typeof staff.$inferSelect;

const ROLE = sql<
  StaffRole | "operator"
>`case when ${staff.isOperator} then 'operator' else ${staffRole.role} end`;
const PROVIDER = { id: provider.id, code: provider.code, name: provider.name, timeZone: provider.timeZone };
const OWN_ROLE = and(eq(staffRole.providerId, provider.id), eq(staffRole.staffId, staff.id));
const MAY_ENTER = or(eq(staff.isOperator, true), sql`${staffRole.role} is not null`);

/** Null for a provider where they have no role, and for one that does not exist. */
export async function findRoleAt(db: Db, staffId: Id<"stf">, providerCode: string) {
  const [found] = await db
    .select({ role: ROLE, provider: PROVIDER })
    .from(staff)
    .innerJoin(provider, eq(provider.code, providerCode))
    .leftJoin(staffRole, OWN_ROLE)
    .where(and(eq(staff.id, staffId), MAY_ENTER));
  return found ?? null;
}

/** Where somebody has a role, by name; all providers for an operator. */
export async function findRoles(db: Db, staffId: Id<"stf">) {
  return db
    .select({ role: ROLE, provider: PROVIDER })
    .from(staff)
    .innerJoin(provider, sql`true`)
    .leftJoin(staffRole, OWN_ROLE)
    .where(and(eq(staff.id, staffId), MAY_ENTER))
    .orderBy(asc(provider.name), asc(provider.code));
}

export async function findStaff(db: Db, email: string): Promise<StaffRow | null> {
  const [row] = await db.select().from(staff).where(eq(staff.email, email));
  return row ?? null;
}

/** Everybody, with their roles by provider code. */
export async function listStaff(db: Db) {
  return db
    .select({
      staff,
      roles: sql<Record<string, StaffRole>>`coalesce((
        select json_object_agg(p.code, r.role order by p.code) from ${staffRole} r
        join ${provider} p on p.id = r.provider_id where r.staff_id = ${staff}.id), '{}')`,
    })
    .from(staff)
    .orderBy(asc(staff.email));
}

/** Adds somebody, or finds them. A known name stays. */
export async function addStaff(
  db: Db,
  row: Pick<StaffRow, "id" | "email" | "name"> & Partial<Pick<StaffRow, "emailVerified">>,
): Promise<StaffRow> {
  const values = { emailVerified: true, ...row };
  const [made] = await db.insert(staff).values(values).onConflictDoNothing().returning();
  const known = made ?? (await findStaff(db, row.email));
  if (!known) throw new Error("The staff's row is gone");
  return known;
}

export type Colleague = Awaited<ReturnType<typeof findColleagues>>[number];

/** People as one provider sees them. Whether somebody works elsewhere too decides what its admins may do, and is told to nobody. */
function colleagues(db: Db, providerId: Id<"prv">) {
  const { id, email, name, isOperator, emailVerified, hasSecondFactor } = staff;
  const here = sql.param(providerId, staffRole.providerId);
  return asService(db)
    .select({
      ...{ id, email, name, isOperator, emailVerified, hasSecondFactor, role: staffRole.role },
      hasPassword: sql<boolean>`exists (select 1 from ${staffPassword} p where p.staff_id = ${id})`,
      isElsewhere: sql<boolean>`exists (select 1 from ${staffRole} r where r.staff_id = ${id} and r.provider_id <> ${here})`,
    })
    .from(staff)
    .leftJoin(staffRole, and(eq(staffRole.providerId, providerId), eq(staffRole.staffId, id)))
    .$dynamic();
}

/** Whoever has a role at the provider, by name. */
export async function findColleagues(db: Db, providerId: Id<"prv">) {
  return colleagues(db, providerId)
    .where(isNotNull(staffRole.role))
    .orderBy(asc(staff.name), asc(staff.email));
}

/** Also somebody without a role there. @param locks until the transaction ends: nobody gives them another role meanwhile */
export async function findColleague(
  db: Db,
  providerId: Id<"prv">,
  by: { id: Id<"stf"> } | { email: string },
  { locks = false } = {},
): Promise<Colleague | null> {
  const found = colleagues(db, providerId).where(
    "id" in by ? eq(staff.id, by.id) : eq(staff.email, by.email),
  );
  const [row] = await (locks ? found.for("update", { of: staff }) : found);
  return row ?? null;
}

/** Links that set the password, and sign-ins that wait for a code. */
export async function endLinks(db: Db, staffId: Id<"stf">): Promise<void> {
  await db.delete(staffToken).where(eq(staffToken.value, staffId));
}

export async function setVerified(db: Db, staffId: Id<"stf">, emailVerified: boolean): Promise<void> {
  await db.update(staff).set({ emailVerified, updatedAt: sql`now()` }).where(eq(staff.id, staffId));
}

export async function giveRole(db: Db, staffId: Id<"stf">, at: { providerId: Id<"prv">; role: StaffRole }) {
  await db
    .insert(staffRole)
    .values({ staffId, ...at })
    .onConflictDoUpdate({ target: [staffRole.providerId, staffRole.staffId], set: { role: at.role } });
}

/** @returns false if they had none there */
export async function takeRole(db: Db, staffId: Id<"stf">, providerId: Id<"prv">): Promise<boolean> {
  const isIt = and(eq(staffRole.providerId, providerId), eq(staffRole.staffId, staffId));
  return (await db.delete(staffRole).where(isIt).returning({ staffId: staffRole.staffId })).length > 0;
}

export async function setOperator(db: Db, staffId: Id<"stf">, isOperator: boolean): Promise<void> {
  await db.update(staff).set({ isOperator, updatedAt: sql`now()` }).where(eq(staff.id, staffId));
}

/** For somebody who has lost both phone and recovery codes. A phone has passkeys too. */
export async function endSecondFactor(db: Db, staffId: Id<"stf">): Promise<void> {
  await removePasskeys(db, staffId, null);
  await db.delete(staffSecondFactor).where(eq(staffSecondFactor.staffId, staffId));
  await db.update(staff).set({ hasSecondFactor: false }).where(eq(staff.id, staffId));
}

/** The latest first. */
export async function findPasskeys(db: Db, staffId: Id<"stf">) {
  const { id, name, createdAt } = staffPasskey;
  return db
    .select({ id, name, createdAt })
    .from(staffPasskey)
    .where(eq(staffPasskey.staffId, staffId))
    .orderBy(desc(createdAt), asc(id));
}

/** @param id null for all of theirs */
export async function removePasskeys(db: Db, staffId: Id<"stf">, id: string | null): Promise<void> {
  const isTheirs = eq(staffPasskey.staffId, staffId);
  await db.delete(staffPasskey).where(id === null ? isTheirs : and(isTheirs, eq(staffPasskey.id, id)));
}

/** Sessions that can still be used, the latest first. */
export async function findSessions(db: Db, staffId: Id<"stf">) {
  const { id, ipAddress, userAgent, createdAt, updatedAt } = staffSession;
  return db
    .select({ id, ipAddress, userAgent, createdAt, updatedAt })
    .from(staffSession)
    .where(and(eq(staffSession.staffId, staffId), gt(staffSession.expiresAt, sql`now()`)))
    .orderBy(desc(staffSession.updatedAt), asc(staffSession.id));
}

/** @param sessionId null for all of theirs */
export async function endSessions(db: Db, staffId: Id<"stf">, sessionId: string | null): Promise<void> {
  const isTheirs = eq(staffSession.staffId, staffId);
  await db
    .delete(staffSession)
    .where(sessionId === null ? isTheirs : and(isTheirs, eq(staffSession.id, sessionId)));
}

/** The secret's row; of two servers at once, the first one's. */
export async function keepStaffKey(db: Db, row: typeof staffKey.$inferInsert) {
  const [known] = await db.select().from(staffKey).where(eq(staffKey.id, row.id));
  if (known) return known;
  await db.insert(staffKey).values(row).onConflictDoNothing();
  const [kept] = await db.select().from(staffKey).where(eq(staffKey.id, row.id));
  if (!kept) throw new Error("The staff key's row is gone");
  return kept;
}

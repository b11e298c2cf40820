import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { course, gatewayAccount, provider, providerLogo } from "../../drizzle/schema";
import { instantOf } from "../../packages/dates/time";
import { readRows } from "../../packages/postgres-guard/index";
import { type Id, idFromUuid } from "../domain/ids";
import { READ_AT } from "./checkout-records";
import type { Db } from "./client";

export type ProviderRow = typeof provider.$inferSelect;
export type CourseRow = typeof course.$inferSelect;

export async function findProvider(db: Db, code: string) {
  const [row] = await db.select().from(provider).where(eq(provider.code, code));
  return row ?? null;
}

type CourseAsJson = Omit<CourseRow, "id" | "providerId"> & { id: string; providerId: string };
const COURSE_AS_JSON = sql.join(
  Object.entries(getTableColumns(course)).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`),
  sql`, `,
);
/** A provider's courses, as a column of the query that reads the provider. */
const COURSES = sql`(
  select coalesce(json_agg(json_build_object(${COURSE_AS_JSON}) order by position, id), '[]')
  from ${course} where provider_id = ${provider}.id
)`.mapWith((rows: CourseAsJson[]): CourseRow[] =>
  rows.map((row) => ({
    ...row,
    id: idFromUuid("crs", row.id),
    providerId: idFromUuid("prv", row.providerId),
  })),
);

/** Whether an account of the provider's own collects plans that are made now. */
const COLLECTS = sql<boolean>`exists (select from ${gatewayAccount} g
  where g.provider_id = ${provider}.id and g.takes_debits and g.retired_at is null)`;

/** A provider and its courses, in one statement; null if there is no such provider. */
export async function findPortal(db: Db, code: string) {
  const [found] = await db
    .select({ provider, collects: COLLECTS, courses: COURSES, readAt: READ_AT })
    .from(provider)
    .where(eq(provider.code, code));
  return found ?? null;
}

/**
 * Another text after each change of the provider, its courses or its processor accounts, even one that is undone: a row's
 * `xmin` is its last transaction. The row's values count too, because a failover may lose a transaction whose number comes
 * again.
 */
export async function findPortalVersion(db: Db, code: string) {
  const [row] = await readRows<{ version: string; time_zone: string; at: number }>(
    db,
    sql`
    select p.time_zone, (extract(epoch from now()) * 1000)::float8 as at, md5(concat(p.xmin, p, (
      select string_agg(concat(c.xmin, c), '' order by c.id) from ${course} c where c.provider_id = p.id
    ), (
      select string_agg(concat(g.id, g.xmin), '' order by g.id) from ${gatewayAccount} g where g.provider_id = p.id
    ))) as version
    from ${provider} p where p.code = ${code}`,
  );
  return row ? { version: row.version, timeZone: row.time_zone, readAt: instantOf(row.at) } : null;
}

export async function findCourse(db: Db, providerId: Id<"prv">, slug: string): Promise<CourseRow | null> {
  const [row] = await db
    .select()
    .from(course)
    .where(and(eq(course.providerId, providerId), eq(course.slug, slug)));
  return row ?? null;
}

export async function findLogo(db: Db, code: string) {
  const [row] = await db
    .select({ sha256: provider.logoSha256, type: providerLogo.type, image: providerLogo.image })
    .from(providerLogo)
    .innerJoin(provider, eq(provider.id, providerLogo.providerId))
    .where(eq(provider.code, code));
  return row?.sha256 ? { ...row, sha256: row.sha256 } : null;
}

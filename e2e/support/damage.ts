import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../lib/db/client";

/** How a sealed value can fail to open: by bytes that were altered, or by a key version that no server has. */
export const DAMAGES = ["altered", "key_missing"] as const;
export type Damage = (typeof DAMAGES)[number];

/** The key version of values that were sealed by a key that is gone. */
export const GONE = 99;

/** Spoils what a column holds, in some rows or all. @returns what makes it good again */
export async function damage(
  db: Db,
  how: Damage,
  table: string,
  column: string,
  version = "key_version",
  where: SQL = sql`true`,
): Promise<() => Promise<void>> {
  const [name, bytes, key] = [table, column, version].map((one) => sql.identifier(one)) as [
    ReturnType<typeof sql.identifier>,
    ReturnType<typeof sql.identifier>,
    ReturnType<typeof sql.identifier>,
  ];
  const turn = sql`update ${name} set ${bytes} = set_byte(${bytes}, 30, 255 - get_byte(${bytes}, 30)) where ${bytes} is not null and ${where}`;
  const move = (by: number) =>
    sql`update ${name} set ${key} = ${key} + ${by}::int where ${bytes} is not null and ${where}`;
  const spoil = how === "altered" ? turn : move(GONE - 1);
  await db.execute(spoil);
  return async () => {
    await db.execute(how === "altered" ? turn : move(1 - GONE));
  };
}

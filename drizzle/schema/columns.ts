import { sql } from "drizzle-orm";
import { customType, integer, timestamp } from "drizzle-orm/pg-core";
import { fromString, fromUUID, toUUID } from "typeid-js";
import { z } from "zod";

/** A TypeID in the code, the UUID inside it in the database. */
export const nullableTypeId = <P extends string>(prefix: P) =>
  customType<{ data: `${P}_${string}`; driverData: string }>({
    dataType: () => "uuid",
    toDriver: (id) => toUUID(fromString(id)),
    fromDriver: (uuid) => `${prefix}_${fromUUID(uuid)}`,
  })();

export const typeId = <P extends string>(prefix: P) => nullableTypeId(prefix).notNull();

export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" });

const instalments = z
  .array(
    z.strictObject({
      number: z.int().positive(),
      dueDate: z.iso.date(),
      debitDate: z.iso.date(),
      amountCents: z.int().positive(),
      balanceAfterCents: z.int().nonnegative(),
    }),
  )
  .min(1);

/** Checked at each reading, because money is debited by it. */
export const schedule = customType<{ data: z.infer<typeof instalments>; driverData: unknown }>({
  dataType: () => "jsonb",
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => instalments.parse(value),
});

const pairs = z.record(z.string(), z.string());

/** A caller's own pairs. */
export const metadata = customType<{ data: Record<string, string>; driverData: unknown }>({
  dataType: () => "jsonb",
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => pairs.parse(value),
});

/** To the millisecond, as JSON shows it. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: "date" });

/** 32 bits are enough for `MAX_CENTS`. */
export const cents = () => integer();

/** `"column" in ('a', 'b')` with literals, for checks and partial indexes. */
export function oneOf(column: string, values: readonly string[]) {
  return sql.raw(`"${column}" in (${values.map((value) => `'${value}'`).join(", ")})`);
}

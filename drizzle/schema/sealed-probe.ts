import { pgTable, smallint } from "drizzle-orm/pg-core";
import { bytea, instant } from "./columns";

/** For each key of APP_KEYS something that it has sealed: a start whose key of that version does not open it is refused. */
export const sealedProbe = pgTable("sealed_probe", {
  keyVersion: smallint().primaryKey(),
  sealed: bytea().notNull(),
  madeAt: instant().notNull(),
});

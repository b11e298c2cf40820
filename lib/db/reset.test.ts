import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect, it } from "vitest";
import * as schema from "../../drizzle/schema";
import { RESET_KEEPS, RESET_TABLES } from "./reset";

/** The gateway's own records, which only the gateway deletes. */
const OF_GATEWAY = ["charge", "token_use", "authority", "debit"];

it("a reset says of each table with a provider's rows whether it is emptied or kept", () => {
  const tables = Object.values(schema)
    .filter((one) => one instanceof PgTable)
    .map(getTableConfig);
  const ofProviders = tables.filter(({ columns }) => columns.some(({ name }) => name === "providerId"));
  const emptied = Object.values(RESET_TABLES).map((table) => getTableConfig(table).name);
  expect([...emptied, ...RESET_KEEPS.filter((name) => name !== "provider"), ...OF_GATEWAY].sort()).toEqual(
    ofProviders.map(({ name }) => name).sort(),
  );
});

import { drizzle } from "drizzle-orm/postgres-js";
import type { Sql } from "postgres";
import { describe, expect, it } from "vitest";
import { openAttemptsElsewhere } from "./charge-attempts";
import type { Db } from "./client";

/** A database with one open attempt, whose gateway the query leaves out or not. */
function databaseWith(gateway: string): Db {
  const unsafe = (_: string, given: unknown[]) => ({
    values: async () =>
      given.includes(gateway) ? [] : [["0199a000-0000-7000-8000-000000000000", gateway, 1]],
  });
  const client = { unsafe, options: { parsers: {}, serializers: {} } };
  return drizzle({ client: client as unknown as Sql }) as unknown as Db;
}

describe("attempts at gateways that are not configured", () => {
  it("are those that were sent elsewhere", async () => {
    expect(await openAttemptsElsewhere(databaseWith("old"), ["new", "old"], 10)).toEqual([]);
    expect(await openAttemptsElsewhere(databaseWith("old"), ["new"], 10)).toMatchObject([{ count: 1 }]);
  });
});

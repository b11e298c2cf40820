import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { faultsOf } from "./faults";
import { readMigrations } from "./migrations";

const FOLDER = "drizzle/migrations";
/** SHA-256 of each released migration, the first sixteen digits: a released file never changes. New ones are added here. */
const RELEASED: Record<string, string> = JSON.parse(readFileSync("drizzle/migrations/released.json", "utf8"));
/** Those before were written for databases without much data; D-187. */
const FIRST_HELD = "0021";

const migrations = readMigrations(FOLDER);

it("released migrations are as they were released", () => {
  const found = Object.fromEntries(
    migrations.map(({ tag }) => [
      tag,
      createHash("sha256")
        .update(readFileSync(join(FOLDER, `${tag}.sql`)))
        .digest("hex")
        .slice(0, 16),
    ]),
  );
  expect(found, "A migration that is new is added to drizzle/migrations/released.json with this").toEqual(
    RELEASED,
  );
});

it("migrations come in the order of their numbers and times", () => {
  const inOrder = [...migrations].sort((a, b) => a.when - b.when).map(({ tag }) => tag);
  expect(inOrder).toEqual(migrations.map(({ tag }) => tag).sort());
});

it("no new migration stops writes for long, or takes away what the build before reads", () => {
  const held = migrations.filter(({ tag }) => tag >= FIRST_HELD);
  expect(
    Object.fromEntries(
      held.map((one) => [one.tag, faultsOf(one)]).filter(([, faults]) => faults!.length > 0),
    ),
  ).toEqual({});
});

describe("what a migration may not hold", () => {
  const of = (...statements: string[]) => faultsOf({ tag: "9000_test", statements });
  it.each([
    ["an index that stops writes", 'CREATE INDEX "a" ON "checkout" USING btree ("email")', "concurrently"],
    ["a unique one", 'create unique index "a" on "checkout" ("email")', "concurrently"],
    ["one that is dropped beside readers", 'DROP INDEX "a"', "concurrently"],
    [
      "a default that is another for each row",
      'ALTER TABLE "checkout" ADD COLUMN "a" uuid DEFAULT gen_random_uuid()',
      "each row",
    ],
    ["a serial column", 'ALTER TABLE "checkout" ADD COLUMN "a" bigserial', "each row"],
    [
      "a generated column",
      'ALTER TABLE "checkout" ADD COLUMN "a" text GENERATED ALWAYS AS (lower("email")) STORED',
      "each row",
    ],
    [
      "a column that older builds do not fill",
      'ALTER TABLE "checkout" ADD COLUMN "a" text NOT NULL',
      "build before",
    ],
    ["NOT NULL without a check", 'ALTER TABLE "checkout" ALTER COLUMN "a" SET NOT NULL', "check"],
    ["another type", 'ALTER TABLE "checkout" ALTER COLUMN "a" SET DATA TYPE text', "new column"],
    ["a column that is dropped", 'ALTER TABLE "checkout" DROP COLUMN "a"', "no release reads"],
    ["a table that is dropped", 'DROP TABLE "checkout"', "no release reads"],
    ["a new name", 'ALTER TABLE "checkout" RENAME COLUMN "a" TO "b"', "new column"],
    [
      "a constraint that is checked at once",
      'ALTER TABLE "checkout" ADD CONSTRAINT "a" CHECK ("b" > 0)',
      "not valid",
    ],
    [
      "a foreign key that is checked at once",
      'ALTER TABLE "checkout" ADD CONSTRAINT "a" FOREIGN KEY ("b") REFERENCES "public"."c"("id")',
      "not valid",
    ],
    ["a unique constraint", 'ALTER TABLE "checkout" ADD CONSTRAINT "a" UNIQUE("b")', "using index"],
    ["all rows written at once", 'UPDATE "checkout" SET "a" = 1', "batches"],
    ["all rows deleted at once", 'delete from "checkout"', "batches"],
    ["a table rewritten", 'vacuum full "checkout"', "locks"],
    ["a lock", 'LOCK TABLE "checkout"', "locks"],
  ])("%s", (_, statement, remedy) => {
    expect(of(statement)).toEqual([expect.stringContaining(remedy)]);
    expect(of(`-- why\n${statement};`)).toHaveLength(1);
  });

  it("validating in the migration that adds a constraint", () => {
    const add = 'ALTER TABLE "checkout" ADD CONSTRAINT "a" CHECK ("b" > 0) NOT VALID';
    const validate = 'ALTER TABLE "checkout" VALIDATE CONSTRAINT "a"';
    expect(of(add)).toEqual([]);
    expect(of(validate)).toEqual([]);
    expect(of(add, validate)).toEqual([expect.stringContaining("a migration of its own")]);
  });

  it("an index beside anything else", () => {
    const index = 'CREATE INDEX CONCURRENTLY "a" ON "checkout" ("b")';
    expect(of(index)).toEqual([]);
    expect(of(index, 'ALTER TABLE "checkout" ADD COLUMN "a" text')).toEqual([
      expect.stringContaining("a migration of their own"),
    ]);
  });
});

it.each([
  ['ALTER TABLE "checkout" ADD COLUMN "a" text'],
  [`ALTER TABLE "checkout" ADD COLUMN "a" text DEFAULT '' NOT NULL`],
  [
    'CREATE TABLE "new" ("id" uuid PRIMARY KEY NOT NULL)',
    'CREATE INDEX "a" ON "new" ("id")',
    'ALTER TABLE "new" ADD CONSTRAINT "b" UNIQUE("id")',
  ],
  ['ALTER TABLE "checkout" ADD CONSTRAINT "a" UNIQUE USING INDEX "a"'],
  ['DROP INDEX CONCURRENTLY "a"'],
])("a migration may hold %s", (...statements) => {
  expect(faultsOf({ tag: "9000_test", statements })).toEqual([]);
});

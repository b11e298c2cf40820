import { createHash } from "node:crypto";
import { eq, type SQL, sql } from "drizzle-orm";
import { describe, expect, inject, it } from "vitest";
import { staffAct } from "../../drizzle/schema";
import { actRowsOf, hashOfAct } from "../../lib/db/staff-acts";
import { recorded } from "../../lib/staff/acts";
import { runCommand } from "../support/commands";
import { makeDatabase } from "../support/database";
import { database, makeProvider } from "../support/provider";
import { callerAt } from "../support/staff";

/** A database of its own, since an altered log stays altered. */
async function setting() {
  const url = await makeDatabase(inject("cluster"));
  const db = database(url);
  const provider = await makeProvider({}, db);
  for (const reason of ["First", "Second", "Third"])
    await recorded(
      { db },
      callerAt(provider),
      { action: "note", checkoutId: null, subject: null, reason, before: null },
      async () => ({ after: { reason }, result: null }),
    );
  /** As somebody with all rights at the database can. */
  const alter = (...statements: SQL[]) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`grant all on ${staffAct} to current_user`);
      await tx.execute(sql`alter table ${staffAct} disable trigger "staff_act_is_final"`);
      for (const one of statements) await tx.execute(one);
    });
  const audit = (...args: string[]) => runCommand("audit", args, { DATABASE_URL: url });
  return { db, provider, alter, audit, verify: () => audit("verify", "--provider", provider.code) };
}

const set = (what: SQL, sequence: number) => sql`update ${staffAct} set ${what} where sequence = ${sequence}`;
const without = (sequence: number) => sql`delete from ${staffAct} where sequence = ${sequence}`;

describe("npm run audit -- verify", () => {
  it("prints how many rows each provider has, and the last one's hash", async () => {
    const { db, provider, audit } = await setting();
    const other = await makeProvider({}, db);
    const rows = await db.select().from(staffAct).where(eq(staffAct.sequence, 6));
    expect(await audit("verify")).toEqual({
      code: 0,
      said: "",
      rows: expect.arrayContaining([
        { provider_code: provider.code, rows: 6, last_hash: rows[0]?.hash },
        { provider_code: other.code, rows: 0, last_hash: "0".repeat(64) },
      ]),
    });
  });

  it.each([
    ["was altered", [set(sql`reason = 'Nothing'`, 3)], /: row 3 \(act_\w+\) was altered/],
    ["has another time", [set(sql`at = at + interval '1 ms'`, 2)], /: row 2 \(act_\w+\) was altered/],
    ["is missing", [without(4)], /: row 4 is missing/],
    ["was the first", [without(1)], /: row 1 is missing/],
    [
      "changed places with another",
      [set(sql`sequence = 99`, 3), set(sql`sequence = 3`, 4), set(sql`sequence = 4`, 99)],
      /: row 3 \(act_\w+\) was altered/,
    ],
  ])("names the first row that %s, and fails", async (_, statements, said) => {
    const { alter, verify, provider } = await setting();
    await alter(...statements, set(sql`reason = 'Nothing'`, 6));
    const ending = await verify();
    expect(ending.code).toBe(1);
    expect(ending.said).toMatch(said);
    expect(ending.said.startsWith(provider.code)).toBe(true);
    expect(ending.rows).toHaveLength(1);
  });

  it("names a row that was altered and hashed anew: the next one was written after another", async () => {
    const { db, alter, verify } = await setting();
    const [row] = await db.select().from(staffAct).where(eq(staffAct.sequence, 2));
    const hash = hashOfAct({ ...row!, reason: "Nothing" });
    await alter(set(sql`reason = 'Nothing', hash = ${hash}`, 2));
    expect((await verify()).said).toContain(": row 2 was replaced: row 3 was written after another one");
  });

  it("shows rows that were cut off at the end by another last hash", async () => {
    const { alter, verify } = await setting();
    const { rows: before } = await verify();
    await alter(without(6));
    const { code, rows } = await verify();
    expect({ code, rows: rows[0]?.rows }).toEqual({ code: 0, rows: 5 });
    expect(rows[0]?.last_hash).not.toBe(before[0]?.last_hash);
  });

  it("refuses a provider that there is not", async () => {
    const { audit } = await setting();
    expect((await audit("verify", "--provider", "nobody-1")).said).toContain("there is no such provider");
  });
});

describe("npm run audit -- export", () => {
  it("prints each row as it is, from which anybody can compute its hash", async () => {
    const { db, provider, audit } = await setting();
    const { code, rows } = await audit("export", "--provider", provider.code);
    expect({ code, length: rows.length }).toEqual({ code: 0, length: 6 });
    expect(rows[1]).toMatchObject({ sequence: 2, step: "done", reason: "First", staff_name: "Robin" });
    for (const { hash, ...row } of rows) {
      const names = [
        ...["provider_id", "sequence", "act_id", "step", "at", "staff_id", "staff_name", "role"],
        ...["ip_address", "request_id", "action", "checkout_id", "subject", "reason", "before", "after"],
        "previous_hash",
      ];
      const text = JSON.stringify(names.map((name) => row[name]));
      expect(createHash("sha256").update(text).digest("hex")).toBe(hash);
    }
    const kept = [];
    for await (const row of actRowsOf(db, provider.id)) kept.push(row.hash);
    expect(rows.map(({ hash }) => hash)).toEqual(kept);
  });
});

import { asc } from "drizzle-orm";
import { provider } from "../../drizzle/schema";
import { type ActRow, actRowsOf, hashOfAct, NO_HASH } from "../../lib/db/staff-acts";
import { codeFault } from "../../lib/provider/values";
import { snakeCase } from "../../packages/text/text";
import { PROVIDER, providerOf } from "../command-line/provider";
import { command, Found } from "../command-line/run";

type Link = Pick<ActRow, "sequence" | "hash">;

const verify = command({ provider: { value: "CODE", fault: codeFault } }, (given) => async (db) => {
  const all = given.provider
    ? [await providerOf(db, given.provider)]
    : await db.select({ id: provider.id, code: provider.code }).from(provider).orderBy(asc(provider.code));
  const [rows, faults] = [[], []] as [{ [name: string]: unknown }[], string[]];
  for (const { id, code } of all) {
    let last: Link = { sequence: 0, hash: NO_HASH };
    for await (const row of actRowsOf(db, id)) {
      const fault = faultOf(row, last);
      if (fault) {
        faults.push(`${code}: ${fault}.`);
        break;
      }
      last = row;
    }
    // Rows cut off at the end leave a whole chain: only another last hash tells.
    rows.push({ provider_code: code, rows: last.sequence, last_hash: last.hash });
  }
  if (faults.length > 0) throw new Found(rows, faults.join("\n"));
  return rows;
});

/** What is wrong with a row, or with the one before it; null where nothing is. */
function faultOf(row: ActRow, before: Link): string | null {
  const next = before.sequence + 1;
  if (row.sequence !== next) return `row ${next} is missing`;
  if (hashOfAct(row) !== row.hash) return `row ${next} (${row.actId}) was altered`;
  if (row.previousHash === before.hash) return null;
  return before.sequence === 0
    ? "row 1 was not the first"
    : `row ${before.sequence} was replaced: row ${next} was written after another one`;
}

const exported = command({ provider: PROVIDER }, (given) => async (db, _, print) => {
  const { id } = await providerOf(db, given.provider);
  for await (const row of actRowsOf(db, id))
    await print(Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeCase(name), value])));
  return [];
});

export const AUDIT = { verify, export: exported };

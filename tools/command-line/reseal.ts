import { openOrTell } from "../../lib/crypto/unreadable";
import type { Vault } from "../../lib/crypto/vault";
import type { Db } from "../../lib/db/client";
import { databaseNow } from "../../lib/db/clock";
import type { SealedRow } from "../../lib/db/sealed";
import type { Log } from "../../lib/domain/log";
import { placeOf, SEALED_COLUMNS, sealedAnew } from "../../server/keys/columns";
import { moveResumeLinks, moveSetupLinks, readSealed, replaceSealed } from "./sealed-rows";

type ResealDeps = { db: Db; vault: Vault; log: Log };

/** The rows that older keys had sealed, counted by kind. */
type Resealed = Record<string, { resealed: number; changed_meanwhile: number; not_opened: number }>;

const BATCH = 100;

/**
 * Reseals every row of an older key. It may run under load, twice at once, and be interrupted: a row is written only if
 * it has not changed since it was read, and the next run finds the rest.
 */
export async function reseal(deps: ResealDeps): Promise<Resealed> {
  const { db, vault } = deps;
  const done: Resealed = {};
  const now = await databaseNow(db);
  for (const column of SEALED_COLUMNS) {
    const count = { resealed: 0, changed_meanwhile: 0, not_opened: 0 };
    done[column.called.replaceAll(" ", "_")] = count;
    const one = async (row: SealedRow) => {
      // A damaged row must not stop the others.
      const fresh = await openOrTell(deps, placeOf(column, row), now, () => sealedAnew(vault, column, row));
      if (!fresh) count.not_opened++;
      else if (await replaceSealed(db, column, row, fresh)) count.resealed++;
      else count.changed_meanwhile++;
    };
    for (let last: SealedRow | null = null; ; ) {
      const rows: SealedRow[] = await readSealed(db, column, vault.keyVersion, last, BATCH);
      await Promise.all(rows.map(one));
      if (rows.length < BATCH) break;
      last = rows.at(-1) ?? null;
    }
  }
  return done;
}

/** Derives every open link from the newest key: the links that people hold end, and the API answers with new ones. */
export async function endLinks({ db, vault }: Pick<ResealDeps, "db" | "vault">) {
  const all = async (move: typeof moveSetupLinks) => {
    for (let count = 0; ; ) {
      const moved = await move(db, vault.keyVersion, BATCH);
      count += moved;
      if (moved < BATCH) return count;
    }
  };
  return { bank_pages: await all(moveSetupLinks), enrolments: await all(moveResumeLinks) };
}

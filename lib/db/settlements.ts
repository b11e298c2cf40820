import { isDeepStrictEqual } from "node:util";
import { and, asc, desc, eq, inArray, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { chargeAttempt, debit, refund, settlement, settlementLine } from "../../drizzle/schema";
import { retried } from "../../packages/postgres-guard/index";
import { type Id, idFromUuid, idToUuid, isId, newId } from "../domain/ids";
import { isSame, judgeLines, judgePayout, type KnownPart, type Line } from "../domain/settlements";
import type { Payout } from "../gateway/payout-port";
import { raiseAlert, resolveAlertAbout } from "./alerts";
import type { Db } from "./client";
import type { PollRow } from "./collection";
import type { DebitRow } from "./plans";

export type SettlementRow = typeof settlement.$inferSelect;
export interface Settlement {
  row: SettlementRow;
  lines: Line[];
}
type Key = Pick<SettlementRow, "providerId" | "id">;
type Account = Pick<PollRow, "providerId" | "gateway">;
/** Null if nobody needs to be told now. */
type AlertId = Id<"alt"> | null;

const MAX_ROWS_AT_ONCE = 1_000;
const KEY = { providerId: settlement.providerId, id: settlement.id };

const ofAccount = ({ providerId, gateway }: Account) =>
  and(eq(settlement.providerId, providerId), eq(settlement.gateway, gateway));
const isSettlement = ({ providerId, id }: Key) =>
  and(eq(settlement.providerId, providerId), eq(settlement.id, id));
const ofSettlement = ({ providerId, id }: Key) =>
  and(eq(settlementLine.providerId, providerId), eq(settlementLine.settlementId, id));

/** Records a payout as the processor tells it, once, and compares it with our records. */
export function recordPayout(db: Db, account: Account, told: Payout, now: Date): Promise<AlertId> {
  return inTransaction(db, async (tx) => {
    const { reference, paidOn, amountCents, currency } = told;
    const about = { paidOn, amountCents, currency: currency.toUpperCase() };
    const times = { createdAt: now, updatedAt: now };
    const { providerId, gateway } = account;
    const made = { providerId, gateway, reference, ...about, ...times, id: newId("stl", now) };
    await tx
      .insert(settlement)
      .values({ ...made, status: "matched" })
      .onConflictDoNothing();
    const read = await lock(tx, and(ofAccount(account), eq(settlement.reference, reference)));
    if (!read) return null;
    const lines = told.lines.map((line): Line => ({ ...line, checkoutId: null, problem: null }));
    const missing = read.lines.filter(({ problem }) => problem === "missing");
    return judge(tx, read, { ...read.row, ...about }, [...lines, ...missing], now);
  });
}

/** Compares it with our records again. @param missing debits that should have been paid out by then */
export function judgeAgain(db: Db, key: Key, missing: DebitRow[], now: Date): Promise<AlertId> {
  return inTransaction(db, async (tx) => {
    const read = await lock(tx, isSettlement(key));
    if (!read) return null;
    return judge(tx, read, read.row, [...read.lines, ...missing.map(missingLine)], now);
  });
}

const missingLine = ({ id, gatewayReference }: DebitRow): Line => ({
  kind: "debit",
  reference: gatewayReference ?? id,
  key: id,
  grossCents: 0,
  feeCents: 0,
  netCents: 0,
  checkoutId: null,
  problem: "missing",
});

async function lock(tx: Db, which: SQL | undefined): Promise<Settlement | null> {
  const [row] = await tx.select().from(settlement).where(which).for("update");
  return row ? { row, lines: await linesOf(tx, row) } : null;
}

async function linesOf(db: Db, key: Key): Promise<Line[]> {
  const rows = await db
    .select()
    .from(settlementLine)
    .where(ofSettlement(key))
    .orderBy(asc(settlementLine.number));
  return rows.map(({ providerId: _p, settlementId: _s, number: _n, debitId: _d, ...line }) => line);
}

async function judge(
  tx: Db,
  read: Settlement,
  now: SettlementRow,
  told: readonly Line[],
  at: Date,
): Promise<AlertId> {
  const { providerId, id, gateway } = now;
  const keys = [...new Set(told.flatMap(({ key }) => key ?? []))];
  const elsewhere = await linesElsewhere(tx, now, keys);
  const lines = judgeLines(told, {
    gateway,
    known: await knownParts(tx, providerId, keys),
    isElsewhere: (line) =>
      elsewhere.some((one) => isSame(one, line) && (line.problem === "missing" || one.settlementId < id)),
  });
  const row = { ...now, ...judgePayout(now, lines) };
  if (isDeepStrictEqual({ row, lines }, read)) return null;
  await tx
    .update(settlement)
    .set({ ...row, updatedAt: at })
    .where(isSettlement(row));
  await tx.delete(settlementLine).where(ofSettlement(row));
  const rows = lines.map((line, number) => ({
    ...line,
    providerId,
    settlementId: id,
    number,
    debitId: line.kind === "debit" && line.key !== null && isId("dbt", line.key) ? line.key : null,
  }));
  for (let from = 0; from < rows.length; from += MAX_ROWS_AT_ONCE)
    await tx.insert(settlementLine).values(rows.slice(from, from + MAX_ROWS_AT_ONCE));
  return tell(tx, row, lines, read, at);
}

/** An operator hears of each change of what is wrong. */
async function tell(tx: Db, row: SettlementRow, lines: Line[], before: Settlement, now: Date) {
  const { id, providerId, gateway, reference, paidOn } = row;
  const alert = { kind: "settlement_problem", reference: id } as const;
  const problems = wrongIn(row, lines);
  if (problems.length === 0) {
    if (before.row.status !== "matched") await resolveAlertAbout(tx, alert, now);
    return null;
  }
  if (isDeepStrictEqual(problems, wrongIn(before.row, before.lines))) return null;
  const about = { provider_id: providerId, gateway, gateway_reference: reference, paid_on: paidOn };
  return raiseAlert(tx, { ...alert, details: { ...about, problems } }, now);
}

const wrongIn = ({ problem }: SettlementRow, lines: Line[]) =>
  [{ reference: null, problem }, ...lines].flatMap((one) =>
    one.problem ? [{ reference: one.reference, problem: one.problem }] : [],
  );

function linesElsewhere(tx: Db, { providerId, id }: Key, keys: string[]) {
  if (keys.length === 0) return [];
  const { key, kind, settlementId, problem } = settlementLine;
  return tx
    .select({ key, kind, settlementId })
    .from(settlementLine)
    .where(
      and(
        eq(settlementLine.providerId, providerId),
        inArray(key, keys),
        ne(settlementId, id),
        or(isNull(problem), ne(problem, "missing")),
      ),
    );
}

/** Charges, debits and refunds of ours that have these keys. A refund has the account of what it gives back. */
async function knownParts(tx: Db, providerId: Id<"prv">, keys: readonly string[]) {
  const ids = (prefix: PartPrefix) =>
    sql`any (${`{${keys.filter((key) => isId(prefix, key)).map(idToUuid)}}`}::uuid[])`;
  const provider = sql`${idToUuid(providerId)}::uuid`;
  const rows = await tx.execute<{ prefix: PartPrefix; id: string; of: string } & Omit<KnownPart, "key">>(sql`
    select 'dbt' as prefix, id, checkout_id as of, amount_cents as "amountCents", status, gateway from ${debit}
    where provider_id = ${provider} and id = ${ids("dbt")}
    union all select 'cat', id, checkout_id, amount_cents, status, gateway from ${chargeAttempt}
    where provider_id = ${provider} and id = ${ids("cat")}
    union all select 'ref', r.id, r.checkout_id, r.amount_cents, r.status, coalesce(c.gateway, d.gateway)
    from ${refund} r left join ${debit} d on d.provider_id = r.provider_id and d.id = r.debit_id
    left join ${chargeAttempt} c on c.provider_id = r.provider_id and c.id = r.charge_attempt_id
    where r.provider_id = ${provider} and r.id = ${ids("ref")}`);
  const parts = rows.map(({ prefix, id, of, ...part }): KnownPart => {
    const checkoutId = idFromUuid("chk", of);
    return { ...part, checkoutId, key: idFromUuid(prefix, id) };
  });
  return new Map(parts.map((part) => [part.key, part]));
}

type PartPrefix = "dbt" | "cat" | "ref";

/** The last that an account has paid. */
export async function latestSettlement(db: Db, account: Account): Promise<Key | null> {
  const [latest] = await db
    .select(KEY)
    .from(settlement)
    .where(ofAccount(account))
    .orderBy(desc(settlement.paidOn), desc(settlement.id))
    .limit(1);
  return latest ?? null;
}

/** Those of an account that need attention, the earliest first. */
export const openSettlements = (db: Db, account: Account, limit: number): Promise<Key[]> =>
  db
    .select(KEY)
    .from(settlement)
    // Written as in its index.
    .where(and(ofAccount(account), sql`${settlement.status} = 'needs_attention'`))
    .orderBy(settlement.id)
    .limit(limit);

export interface SettlementFilter {
  status?: SettlementRow["status"];
  before?: Id<"stl">;
  limit: number;
}

/** Newest first. */
export const listSettlements = (
  db: Db,
  providerId: Id<"prv">,
  { status, before, limit }: SettlementFilter,
): Promise<SettlementRow[]> =>
  db
    .select()
    .from(settlement)
    .where(
      and(
        eq(settlement.providerId, providerId),
        status && eq(settlement.status, status),
        before && lt(settlement.id, before),
      ),
    )
    .orderBy(desc(settlement.id))
    .limit(limit);

export async function findSettlement(db: Db, key: Key): Promise<Settlement | null> {
  const [row] = await db.select().from(settlement).where(isSettlement(key));
  return row ? { row, lines: await linesOf(db, row) } : null;
}

const inTransaction = <T>(db: Db, work: (tx: Db) => Promise<T>) => retried(() => db.transaction(work));

import { and, eq, sql } from "drizzle-orm";
import { gatewayAuthority, gatewayDebit } from "../../drizzle/schema/sandbox-gateway";
import type { Db } from "../../lib/db/client";
import type { DebitOutcome, DebitProcessor, DebitRequest, DebitResult } from "../../lib/gateway/debit-port";
import { GatewayNotReached, GatewayOutcomeUnknown } from "../../lib/gateway/port";
import { addBusinessDays, isBusinessDay } from "../dates/business-days";
import type { CalendarDate } from "../dates/calendar";
import { bankDay } from "../dates/zone";
import { databaseWasNeverReached } from "../postgres-guard/faults";
import { filled, present } from "../text/narrow";
import { sandboxPayouts } from "./payouts";
import { sandboxRefunds } from "./refunds";

type Row = typeof gatewayDebit.$inferSelect;
type Reason = NonNullable<Row["reason"]>;

/** In business days: a debit's lead, and from its date on when the bank answers, pays out and takes money back. */
const LEAD_DAYS = 3;
const RESULT_DAYS = 2;
const SETTLED_DAYS = 4;
const REVERSED_DAYS = 10;
/** Calendar days after a debit's date in which all its reports come. Ten business days never take longer. */
const MAX_REPORT_DAYS = 40;
const MAX_CHANGES = 500;

const FAILING_BSB = "000000";
/** Accounts of that BSB whose debits all fail. Any other account's fail as their cents say. */
const FAILING_ACCOUNTS: ReadonlyMap<string, Reason> = new Map([
  ["111111113", "account_closed"],
  ["222222227", "insufficient_funds"],
  ["333333335", "bank_stopped"],
]);
const FAILING_CENTS: ReadonlyMap<number, Reason> = new Map([
  [1, "insufficient_funds"],
  [2, "temporary"],
  [3, "account_closed"],
  [4, "account_invalid"],
  [5, "bank_stopped"],
  [6, "technical"],
  [7, "deceased"],
]);
const REVERSED_CENTS = 91;
const LOST_CENTS = 92;
const REPEATED_CENTS = 93;

/**
 * A processor of direct debits in test mode, with its own tables. Contract "Real money", section 4.
 * @param options `account`: it sees its own authorities and debits only
 */
export function createSandboxDebits(
  db: Db,
  { id, account }: { id: string; account: string },
): DebitProcessor {
  const hasKey = (key: string) => and(eq(gatewayDebit.account, account), eq(gatewayDebit.key, key));

  /** They keep to the cents of a charge's refunds. */
  const refundsAt = (now: Date) =>
    sandboxRefunds(db, account, {
      lock: (tx, key) => tx.select().from(gatewayDebit).where(hasKey(key)).for("update"),
      async find(tx, key) {
        const [row] = await tx.select().from(gatewayDebit).where(hasKey(key));
        if (!row) return null;
        const day = bankDay(now);
        if (toOutcome(row, day).status !== "paid") return null;
        const { settlesOn } = filled(row, "settlesOn");
        return { ...row, from: day < settlesOn ? startOf(settlesOn) : undefined };
      },
      note: async () => {},
    });

  async function findRow(key: string): Promise<Row | null> {
    const [row] = await db.select().from(gatewayDebit).where(hasKey(key));
    return row ?? null;
  }

  /** @returns null if the key has been submitted meanwhile */
  async function insert(request: DebitRequest, now: Date): Promise<Row | null> {
    const { providerId, key, amountCents, date } = request;
    const [authority] = await db
      .select()
      .from(gatewayAuthority)
      .where(
        and(
          eq(gatewayAuthority.account, account),
          eq(gatewayAuthority.providerId, providerId),
          eq(gatewayAuthority.reference, request.authority),
        ),
      );
    const accepts = authority && isBusinessDay(date) && date >= addBusinessDays(bankDay(now), LEAD_DAYS);
    const course = accepts ? courseOf(request, authority.reason) : { reason: "technical" as const };
    const [row] = await db
      .insert(gatewayDebit)
      .values({ account, key, providerId, amountCents, date, ...course })
      .onConflictDoNothing()
      .returning();
    return row ?? null;
  }

  return {
    id,
    mode: "test",
    debitUser: "own",
    register: ({ key, providerId, account: { bsb, accountNumber } }) =>
      sent(async () => {
        const reference = `sandbox ${key}`;
        const reason = bsb === FAILING_BSB ? FAILING_ACCOUNTS.get(accountNumber) : undefined;
        await db
          .insert(gatewayAuthority)
          .values({ account, providerId, reference, reason })
          .onConflictDoNothing();
        return { status: "registered", reference };
      }),
    submit: (request, now) =>
      sent(async () => {
        const known = await findRow(request.key);
        if (known) return toResult(known, now);
        const made = await insert(request, now);
        if (made?.settlesOn && made.amountCents % 100 === LOST_CENTS)
          throw new GatewayOutcomeUnknown("The response was lost, as this amount promises");
        return toResult(made ?? present(await findRow(request.key), "debit"), now);
      }),
    async find({ key }, now) {
      const row = await findRow(key);
      return row && toResult(row, now);
    },
    async changedSince(providerId, cursor, now) {
      // Within a day the cursor names the last key too.
      const [after = "0001-01-01", lastKey = null] = cursor?.split(" ") ?? [];
      const until = bankDay(now);
      const changes = await db.execute<{ key: string; day: string; cents: number }>(sql`
        select key, c.day::text as day, amount_cents % 100 as cents from ${gatewayDebit}
        cross join lateral (values (result_on), (settles_on), (reverses_on)) as c(day)
        where account = ${account} and provider_id = ${providerId}
          and date > ${after}::date - ${MAX_REPORT_DAYS}::int and date <= ${until}
          and (c.day > ${after} or (c.day = ${after} and key > ${lastKey})) and c.day <= ${until}
        order by c.day, key limit ${MAX_CHANGES + 1}`);
      const page = changes.slice(0, MAX_CHANGES);
      const hasMore = changes.length > MAX_CHANGES;
      const last = page.at(-1);
      const repeated = page.filter(({ cents }) => cents === REPEATED_CENTS).reverse();
      return {
        keys: [...repeated, ...page].map(({ key }) => key),
        cursor: hasMore && last ? `${last.day} ${last.key}` : until,
        hasMore,
      };
    },
    async forget(providerId) {
      await db
        .delete(gatewayDebit)
        .where(and(eq(gatewayDebit.account, account), eq(gatewayDebit.providerId, providerId)));
    },
    payoutsSince: (providerId, cursor, now) =>
      sandboxPayouts(db, account, { providerId, cursor, today: bankDay(now) }),
    refunds: {
      refund: (request, now) => sent(() => refundsAt(now).refund(request)),
      find: (request, _reference, now) => refundsAt(now).findRefund(request),
    },
  };
}

/** The beginning of the day, in Sydney or before. */
const startOf = (day: CalendarDate) => new Date(`${day}T00:00:00+10:00`);

/** What becomes of an accepted debit. The account decides before the amount. */
function courseOf({ amountCents, date }: DebitRequest, ofAccount: Reason | null) {
  const resultOn = addBusinessDays(date, RESULT_DAYS);
  const reason = ofAccount ?? FAILING_CENTS.get(amountCents % 100);
  if (reason) return { reason, resultOn };
  const settlesOn = addBusinessDays(date, SETTLED_DAYS);
  if (amountCents % 100 !== REVERSED_CENTS) return { resultOn, settlesOn };
  const reversesOn = addBusinessDays(date, REVERSED_DAYS);
  return { reason: "bank_stopped" as const, resultOn, settlesOn, reversesOn };
}

function toResult(row: Row, now: Date): DebitResult {
  const { key, amountCents, date } = row;
  return { key, amountCents, date, reference: `sandbox ${key}`, ...toOutcome(row, bankDay(now)) };
}

function toOutcome(row: Row, day: CalendarDate): DebitOutcome {
  const { resultOn, settlesOn, reversesOn } = row;
  if (!resultOn) return { status: "refused", reason: filled(row, "reason").reason };
  if (day < resultOn) return { status: "pending" };
  if (!settlesOn) return { status: "dishonoured", reason: filled(row, "reason").reason };
  if (reversesOn && day >= reversesOn) return { status: "reversed", reason: filled(row, "reason").reason };
  return { status: "paid" };
}

/** Whatever fails is one of the port's two errors. */
const sent = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((cause) => {
    if (cause instanceof GatewayOutcomeUnknown) throw cause;
    if (databaseWasNeverReached(cause))
      throw new GatewayNotReached("The processor's database is down", { cause });
    throw new GatewayOutcomeUnknown("The processor's database failed", { cause });
  });

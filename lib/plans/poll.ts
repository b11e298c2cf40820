import { addDays } from "../../packages/dates/calendar";
import { type Clock, HOUR_MS, later } from "../../packages/dates/time";
import { bankDay } from "../../packages/dates/zone";
import type { CheckoutDeps } from "../checkout/context";
import { raiseAlert } from "../db/alerts";
import { debitsAt, endPoll, findDebit, type Which } from "../db/collection";
import type { DebitRow } from "../db/plans";
import { type Id, isId } from "../domain/ids";
import type { DebitResult } from "../gateway/debit-port";
import { isResultOf } from "../gateway/port";
import { recordLost } from "./lost";
import { type DueAccount, readAccounts, someAtOnce } from "./read-accounts";
import { askedOf } from "./send";
import { settleDebit, unexplained } from "./settle";

const MAX_PAGES = 100;
/** After so many days from its date a debit without a report is asked about. */
const MAX_RESULT_DAYS = 14;
const MAX_UNREPORTED = 100;
/** So long a bank may take a payment back without a report that we read. Each is asked about once in so many hours. */
const MAX_REVERSAL_DAYS = 180;
const ASKED_HOURS = 128;
const MAX_ASKED = 1_000;

/** Reads what the processors report, from where the last reading ended. @returns how many debits were asked about */
export const pollResults = (deps: CheckoutDeps, clock: Clock, which: Which): Promise<number> =>
  readAccounts(deps, clock, which, "debits", (own, account) => poll(own, clock, account));

const hourOf = (at: Date) => Math.floor(at.getTime() / HOUR_MS);

async function poll(deps: CheckoutDeps, clock: Clock, { row, processor, now }: DueAccount): Promise<number> {
  const { providerId, gateway } = row;
  if (!processor) throw new Error("The account that debits is not configured");
  let { cursor } = row;
  let asked = 0;
  const failed: unknown[] = [];
  const ask = async (debit: DebitRow): Promise<DebitResult["status"]> => {
    asked++;
    const result = await processor.find(askedOf(debit), now);
    if (!result || !isResultOf(debit, result)) throw new Error(`No result of ${debit.id}`);
    await settleDebit(deps, debit, result);
    return result.status;
  };
  const askAbout = (debit: DebitRow) =>
    ask(debit).catch((error) => {
      failed.push(error);
      return null;
    });
  const askAboutLate = async (debit: DebitRow) => {
    if ((await askAbout(debit)) !== "pending") return;
    const finding = unexplained(debit, { reason: "no_result" });
    if (await raiseAlert(deps.db, finding, clock()))
      deps.log.error(finding, "A debit has had no result for weeks");
  };
  const readReports = async () => {
    for (let pages = 0; pages < MAX_PAGES; pages++) {
      const changes = await processor.changedSince(providerId, cursor, now);
      const unknown: Id<"dbt">[] = [];
      for (const key of changes.keys.filter((key) => isId("dbt", key))) {
        const debit = await findDebit(deps.db, providerId, key);
        if (!debit) unknown.push(key);
        // Another account's processor tells of its own.
        else if (debit.gateway === gateway) await askAbout(debit);
      }
      await recordLost(deps, row, unknown, askAbout);
      ({ cursor } = changes);
      if (!changes.hasMore) break;
    }
  };
  await readReports().catch((error) => failed.push(error));
  // Above all where reports cannot be read.
  const today = bankDay(now);
  const late = { status: "Sent", before: addDays(today, -MAX_RESULT_DAYS) } as const;
  await someAtOnce(await debitsAt(deps.db, row, late, MAX_UNREPORTED), askAboutLate);
  const part = { number: hourOf(clock()) % ASKED_HOURS, of: ASKED_HOURS };
  const paid = { status: "Paid", since: addDays(today, -MAX_REVERSAL_DAYS), part } as const;
  // They hold up no report: the next one asks for others, and their turn comes again.
  const askAgain = (debit: DebitRow) =>
    ask(debit).catch((error) => deps.log.warn({ error, debitId: debit.id }, "A paid debit cannot be found"));
  await someAtOnce(await debitsAt(deps.db, row, paid, MAX_ASKED), askAgain);
  if (failed.length > 0) throw new AggregateError(failed, "Not each result could be read");
  // Only now, so that a reading that failed is repeated.
  await endPoll(deps.db, row, cursor, later(clock(), HOUR_MS));
  return asked;
}

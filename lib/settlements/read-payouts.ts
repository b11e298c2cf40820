import { addBusinessDays } from "../../packages/dates/business-days";
import { type Clock, DAY_MS, HOUR_MS, later } from "../../packages/dates/time";
import { bankDay } from "../../packages/dates/zone";
import { alertOnce } from "../checkout/charge-alerts";
import type { CheckoutDeps } from "../checkout/context";
import { raiseAlert, resolveAlertAbout } from "../db/alerts";
import { debitsAt, endPoll, type PollRow, type Which } from "../db/collection";
import { judgeAgain, latestSettlement, openSettlements, recordPayout } from "../db/settlements";
import { MAX_PAYOUT_DAYS } from "../domain/settlements";
import type { Payout } from "../gateway/payout-port";
import { GatewayRefusedUs } from "../gateway/port";
import { type DueAccount, readAccounts } from "../plans/read-accounts";

const REFUSED_MS = 6 * HOUR_MS;
const MAX_PAGES = 100;
const MAX_MISSING = 100;
const MAX_OPEN = 1_000;

/** Reads what the processors have paid out, once a day, and compares it with our records. @returns how many payouts were read */
export const readPayouts = (all: CheckoutDeps, clock: Clock, which: Which): Promise<number> =>
  readAccounts(all, clock, which, "payouts", (deps, account) =>
    readAccount(deps, clock, account).catch(async (error) => {
      if (!(error instanceof GatewayRefusedUs)) throw error;
      await refusedBy(deps, account.row, clock);
      return 0;
    }),
  );

/** A key without the right to read payouts: an operator is told once, and it is tried again much later. */
async function refusedBy(deps: CheckoutDeps, row: PollRow, clock: Clock): Promise<void> {
  const { providerId: provider_id, gateway, cursor } = row;
  const details = { provider_id, gateway, reason: "refused_us" };
  const words = "A processor refuses to show its payouts: see `npm run jobs -- alerts`";
  await alertOnce(deps, { kind: "settlement_problem", reference: gateway, details }, clock(), words);
  await endPoll(deps.db, row, cursor, later(clock(), REFUSED_MS));
}

/** It is compared with nothing, and holds up no other. The alert stays until an operator has closed it. */
function alertOtherMode(
  deps: CheckoutDeps,
  { providerId: provider_id, gateway }: PollRow,
  { reference, paidOn: paid_on, otherMode: mode }: Payout,
  now: Date,
) {
  const details = { provider_id, gateway, gateway_reference: reference, paid_on, mode };
  const words = "A payout is of the other mode than its account: see `npm run jobs -- alerts`";
  return alertOnce(deps, { kind: "settlement_problem", reference, details }, now, words);
}

async function readAccount(deps: CheckoutDeps, clock: Clock, { row, processor, now }: DueAccount) {
  const told = (alertId: string | null) => {
    if (alertId)
      deps.log.error({ alertId }, "A payout does not agree with the records: see `npm run jobs -- alerts`");
  };
  let { cursor } = row;
  let read = 0;
  const ended = () => endPoll(deps.db, row, cursor, later(clock(), DAY_MS)).then(() => read);
  if (!processor?.payoutsSince) return ended();
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const page = await processor.payoutsSince(row.providerId, cursor, now);
    for (const payout of page.payouts)
      if (payout.otherMode) await alertOtherMode(deps, row, payout, clock());
      else told(await recordPayout(deps.db, row, payout, clock()));
    read += page.payouts.length;
    ({ cursor } = page);
    if (!page.hasMore) break;
  }
  for (const key of await openSettlements(deps.db, row, MAX_OPEN))
    told(await judgeAgain(deps.db, key, [], clock()));
  const last = addBusinessDays(bankDay(now), -MAX_PAYOUT_DAYS);
  const unsettled = { status: "Paid", before: last, isUnsettled: true } as const;
  const missing = await debitsAt(deps.db, row, unsettled, MAX_MISSING);
  const latest = await latestSettlement(deps.db, row);
  if (latest && missing.length > 0) told(await judgeAgain(deps.db, latest, missing, clock()));
  // Nothing was paid out at all, so no payout can show it.
  const without = latest ? [] : missing.map(({ id }) => id);
  const alert = { kind: "settlement_problem", reference: row.gateway } as const;
  const details = { provider_id: row.providerId, gateway: row.gateway, missing: without };
  if (without.length > 0) told(await raiseAlert(deps.db, { ...alert, details }, clock()));
  else await resolveAlertAbout(deps.db, alert, clock());
  // Only now, so that a reading that failed is repeated.
  return ended();
}

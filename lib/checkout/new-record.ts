import { DAY_MS, later } from "../../packages/dates/time";
import { endOfDayInZone } from "../../packages/dates/zone";
import { firstAndLast } from "../../packages/text/narrow";
import type { CreateCommand } from "../contract/create";
import type { CheckoutRecord } from "../db/checkout-records";
import { newId } from "../domain/ids";
import { buildSchedule, type Instalment } from "../domain/schedule";
import { begin } from "../domain/states";
import { NO_BANK_PAGE } from "./bank-page";
import type { CheckoutDeps, CreateBy } from "./context";

const LIFETIME_DAYS = 7;
/** Contract "Real money", section 2 */
const CARD_PAGE_LIVES_MS = DAY_MS;

/** The provider's calendar decides when the first debit date is over. */
function planExpiry(schedule: Instalment[], timeZone: string, now: Date): Date {
  const lifetime = later(now, LIFETIME_DAYS * DAY_MS);
  const firstDebitOver = endOfDayInZone(firstAndLast(schedule)[0].debitDate, timeZone);
  return firstDebitOver < lifetime ? firstDebitOver : lifetime;
}

export function newRecord(
  deps: Pick<CheckoutDeps, "vault">,
  by: CreateBy,
  command: CreateCommand,
  tokenSha256: Uint8Array,
  now: Date,
): CheckoutRecord {
  const schedule =
    command.paymentType === "interest_free_payment_plan"
      ? buildSchedule({ ...command, frequency: command.paymentFrequency })
      : null;
  const isOnCardPage = command.paymentType === "upfront_payment" && command.cardToken === null;
  const state = begin(schedule ? "start_plan" : isOnCardPage ? "start_card_page" : "start_pay_now");
  const providerId = by.provider.id;
  const checkoutId = newId("chk", now);
  const { body: _, providerCode: __, ...rest } = command;
  const times = { createdAt: now, updatedAt: now };
  return {
    provider: by.provider,
    checkout: {
      ...withoutCardToken(rest),
      providerId,
      id: checkoutId,
      checkoutStatus: state.checkout,
      authorisationStatus: state.authorisation,
      tokenSha256,
      schedule,
      depositConfirmed: null,
      refundedCents: 0,
      lastSequence: 1,
      expiresAt: isOnCardPage
        ? later(now, CARD_PAGE_LIVES_MS)
        : schedule && planExpiry(schedule, by.provider.timeZone, now),
      cardPageKeyVersion: isOnCardPage ? deps.vault.keyVersion : null,
      // Independent of the locale, like a contact. Contract section 4
      emailLower: command.email.toLowerCase(),
      ...times,
    },
    opportunity: state.stage && { providerId, id: newId("opp"), checkoutId, stage: state.stage, ...times },
    dda: state.dda && {
      ...NO_AUTHORITY_YET,
      providerId,
      id: newId("dda"),
      checkoutId,
      status: state.dda,
      sessionGeneration: 1,
      sessionKeyVersion: deps.vault.keyVersion,
      ...times,
    },
    attempt: null,
    agreement: null,
    plan: null,
    timeline: [],
  };
}

/** A charge that is recorded before the gateway is called. */
export function newAttempt(
  { providerId, id: checkoutId, financedCents }: CheckoutRecord["checkout"],
  gateway: string,
  { requestId }: Pick<CreateBy, "requestId">,
  now: Date,
) {
  return {
    providerId,
    // A placeholder: the statement numbers this call and derives the key from the number.
    id: newId("cat"),
    checkoutId,
    gateway,
    gatewayReference: null,
    status: "started",
    amountCents: financedCents,
    cardScheme: null,
    cardLastFour: null,
    receiptNumber: null,
    declineCode: null,
    isOrderUncharged: false,
    ...NO_BANK_PAGE,
    requestId,
    createdAt: now,
    updatedAt: now,
    // The statement sets it when it runs, so that waiting for a turn does not shorten it.
    dueAt: null,
    leaseUntil: null,
    recoveries: 0,
    isReplaced: false,
    instalments: null,
  } satisfies CheckoutRecord["attempt"];
}

function withoutCardToken<T extends object>(
  command: T & { cardToken?: string | null },
): Omit<T, "cardToken"> {
  const { cardToken: _, ...rest } = command;
  return rest;
}

const NO_AUTHORITY_YET = {
  bankSealed: null,
  bankKeyVersion: null,
  bsb: null,
  accountEnding: null,
  authorityText: null,
  authorityVersion: null,
  statementName: null,
  setupStartedAt: null,
  submittedAt: [],
  authorisedAt: null,
  debitGateway: null,
  debitReference: null,
  authorisedVia: null,
  ipAddress: null,
  userAgent: null,
  replaceableUntil: null,
  endedAt: null,
  endedWhy: null,
};

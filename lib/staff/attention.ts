import { instantOf } from "../../packages/dates/time";
import { keysOf } from "../../packages/text/narrow";
import { asTenant } from "../db/as-tenant";
import type { Db } from "../db/client";
import { type AttentionKind, findAttention } from "../db/staff-attention";
import { idFromUuid } from "../domain/ids";
import type { StaffCaller } from "./caller";
import { demand } from "./permissions";
import { ALERT_WORDS } from "./words";

/** Rows of a kind; of the others only their number is told. */
const MAX_ROWS = 20;

interface Part {
  title: string;
  /** What to do, in one sentence. */
  todo: string;
  /** A page of the documentation that says more. */
  guide?: { name: string; path: string };
}

/** In the order of the page. */
const PARTS: Record<AttentionKind, Part> = {
  charge_unknown: {
    title: "Card charges with no known outcome",
    todo: "Take no other payment meanwhile: the service keeps asking the card processor.",
  },
  alert: {
    title: "Told to the operator of the service",
    todo: "Take or return no money of these before the operator has found out what happened.",
  },
  refund_failed: {
    title: "Refunds that failed",
    todo: "Grant the refund again, or agree with the student on another way to return the money.",
  },
  bank_stopped: {
    title: "Debits stopped at the bank",
    todo: "Agree with the student how to go on, then release the hold or end the plan.",
  },
  authority_ended: {
    title: "Bank accounts that can no longer be debited",
    todo: "Let the student give another bank account: the page of the checkout says how.",
  },
  two_failed: {
    title: "Two debits in a row failed",
    todo: "Agree with the student on a new date, and debit what failed again on it: the other debits then go on.",
  },
  person: {
    title: "Plans put on hold by a person",
    todo: "Release the hold or end the plan, once it is clear how to go on.",
  },
  payout: {
    title: "Payouts that do not agree with the records",
    todo: "Compare the payout with your processor’s own list, and tell the operator what it is for.",
    guide: { name: "Settlements", path: "/docs/settlements" },
  },
  unconfirmed: {
    title: "Bank account authorised, plan not signed for a day",
    todo: "Ask the student to sign the plan before it expires.",
  },
  email_failed: {
    title: "Emails that could not be delivered",
    todo: "Reach the student another way. The address of an enrolment cannot be changed here.",
  },
  webhook: {
    title: "Webhook endpoints that fail",
    todo: "Repair the endpoint: what was not delivered is tried again by itself. If it is disabled, enable it and send the period again.",
    guide: { name: "Events", path: "/docs/events" },
  },
};

/**
 * What a person at the provider should look at, the oldest first in each part. Parts with nothing are left out.
 * @param isPutOff for what was put off until later
 */
export async function needsAttention({ db }: { db: Db }, caller: StaffCaller, isPutOff = false) {
  demand(caller, "read");
  const { id } = caller.provider;
  const found = await asTenant(db, id, (tx) => findAttention(tx, id, { isPutOff }, MAX_ROWS));
  return keysOf(PARTS).flatMap((kind) => {
    const rows = found.filter((row) => row.kind === kind);
    const [oldest] = rows;
    if (!oldest) return [];
    const { total, age } = oldest;
    return [{ kind, ...PARTS[kind], total, oldest: ageWords(age), rows: rows.map(rowOf) }];
  });
}

/** Null for what does not need attention any more. */
export async function attentionItem(db: Db, { provider: { id } }: StaffCaller, item: string) {
  const [found] = await asTenant(db, id, (tx) => findAttention(tx, id, { item }, 1));
  return found ? { ...rowOf(found), kind: found.kind, title: PARTS[found.kind].title } : null;
}

type Found = Awaited<ReturnType<typeof findAttention>>[number];

function rowOf({ kind, student, reference, about, since, alertKind, ...row }: Found) {
  const checkoutId = row.checkoutId ? idFromUuid("chk", row.checkoutId) : row.alertCheckout;
  const sought = kind === "email_failed" ? about : row.alertOrder;
  const isOther = alertKind !== null && alertKind !== "settlement_problem";
  return {
    name: student ?? (isOther ? ALERT_WORDS[alertKind] : about),
    details: [reference ?? row.alertOrder, (student || isOther) && about].filter(Boolean).join(" · "),
    since: instantOf(since),
    item: row.item,
    owner: row.owner,
    putOffUntil: row.putOffUntil === null ? null : instantOf(row.putOffUntil),
    /** Within the provider's console; null where there is no page of it. */
    path: checkoutId
      ? `/checkouts/${checkoutId}`
      : kind === "webhook"
        ? "/set-up/endpoints"
        : sought
          ? `?${new URLSearchParams({ q: sought })}`
          : null,
  };
}

/** "3 days", rounded down. */
function ageWords(seconds: number): string {
  const units = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ] as const;
  const [name, size] = units.find(([, each]) => seconds >= each) ?? ["minute", 60];
  const count = Math.floor(seconds / size);
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}

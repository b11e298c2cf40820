import { addDays } from "../../packages/dates/calendar";
import type { Untimed } from "../../packages/dates/time";
import { dateInZone, endOfDayInZone } from "../../packages/dates/zone";
import { isOneOf } from "../../packages/text/narrow";
import type { CheckoutDeps } from "../checkout/context";
import { asOfNow } from "../checkout/load";
import { asTenant } from "../db/as-tenant";
import { type ListFilter, listCheckouts } from "../db/checkout-lists";
import type { StoredRecord } from "../db/checkout-records";
import type { Db } from "../db/client";
import { findViews } from "../db/saved-views";
import {
  checkoutOfRecord,
  checkoutsOfAccount,
  checkoutsOfPayment,
  checkoutsOfReference,
  checkoutsOfRequest,
  countByDay,
  findEnrolments,
  type Total,
  totalsOf,
} from "../db/staff-lists";
import { LIST_ORDERS, type ListOrder } from "../domain/list-order";
import { CHECKOUT_STATUSES, isCompleted, isResultOf, OPEN_STATUSES, PAYMENT_TYPES } from "../domain/states";
import type { StaffCaller } from "./caller";
import { demand } from "./permissions";
import { type Asked, placeAfter, readPlace } from "./place";
import { type Sought, soughtBy } from "./sought";

export type { Asked } from "./place";

/** In days before today. */
export const PERIODS = { today: 0, week: 6, month: 29, quarter: 89 } as const;
export type Period = keyof typeof PERIODS;
/** Of the totals, where the list has no period: to count all would read all. */
const USUAL_PERIOD: Period = "month";
const LONGEST_PERIOD: Period = "quarter";
/** On one page of the list. */
const PAGE_LENGTH = 25;

const orderOf = ({ sort }: Asked): ListOrder => (isOneOf(LIST_ORDERS, sort) ? sort : "newest");

/** The filters and the order of a list as its address has them; an empty text where there are none. */
export function filtersIn({ status, type, period, sort }: Asked): string {
  const known = {
    ...(isOneOf(CHECKOUT_STATUSES, status) && { status }),
    ...(isOneOf(PAYMENT_TYPES, type) && { type }),
    ...(isPeriod(period) && { period }),
    ...(isOneOf(LIST_ORDERS, sort) && sort !== "newest" && { sort }),
  };
  return new URLSearchParams(known).toString();
}

/** By price a list is of a period and no search, because no index has prices in order. */
function inBounds(asked: Asked): Asked {
  const order = orderOf(asked);
  if (order !== "highest" && order !== "lowest") return asked;
  if (asked.q) return { ...asked, sort: undefined };
  return isPeriod(asked.period) ? asked : { ...asked, period: LONGEST_PERIOD };
}

type Enrolments = Awaited<ReturnType<typeof findEnrolments>>;

/** A search, or the first checkouts in an order, narrowed by status, type and period. */
export async function find(deps: Untimed<CheckoutDeps>, caller: StaffCaller, sent: Asked) {
  demand(caller, "read");
  const asked = inBounds(sent);
  const order = orderOf(asked);
  const place = readPlace(asked, order);
  const { provider } = caller;
  const now = deps.now?.() ?? new Date();
  const { q = "", period } = asked;
  const counted = isPeriod(period) ? period : USUAL_PERIOD;
  const sought = soughtBy(q, provider.timeZone, dateInZone(now, provider.timeZone));
  const [found, totals, days, views] = await asTenant(deps.db, provider.id, (db) =>
    Promise.all([
      place ? foundBy({ ...deps, db }, caller, asked, { ...place, limit: PAGE_LENGTH + 1 }) : NOTHING,
      sought ? null : totalsOf(db, provider.id, startOf(counted, provider.timeZone, now)),
      sought || counted === "today" ? null : perDay(db, caller, counted, now),
      findViews(db, provider.id),
    ]),
  );
  const rows = found.rows.slice(0, PAGE_LENGTH).map((record) => rowOf(asOfNow(deps, record)));
  const last = found.rows.length > PAGE_LENGTH ? rows.at(-1) : undefined;
  return {
    /** What the list is of. */
    asked,
    order,
    /** The address has a place in another list. */
    isElsewhere: place === null,
    rows,
    /** What staff named, and the address of what is shown among that. */
    views,
    filters: filtersIn(asked),
    /** The cursor of the next page. */
    next: last ? placeAfter(asked, order, last) : null,
    /** Enrolments without a checkout. */
    unfinished: found.enrolments.filter(({ isUnfinished }) => isUnfinished),
    totals: totals && { period: counted, days, ...sumsOf(totals) },
    /** An amount on its own is too little to search by. */
    needsDate: sought?.by === "word" && /^\$?\d[\d,]*(\.\d{1,2})?$/.test(sought.name),
  };
}

/** The checkouts of the list, at most so many; of a search also enrolments without one. `deps.db` is a tenant's. */
export function foundBy(
  deps: Untimed<CheckoutDeps>,
  { provider }: StaffCaller,
  asked: Asked,
  page: Pick<ListFilter, "before" | "beside" | "limit">,
): Promise<Found> {
  const { q = "", status, type, period } = asked;
  const now = deps.now?.() ?? new Date();
  const filter: ListFilter = {
    ...(isOneOf(CHECKOUT_STATUSES, status) && { checkoutStatus: status }),
    ...(isOneOf(PAYMENT_TYPES, type) && { paymentType: type }),
    ...(isPeriod(period) && { begunSince: startOf(period, provider.timeZone, now) }),
    order: orderOf(asked),
    ...page,
  };
  const sought = soughtBy(q, provider.timeZone, dateInZone(now, provider.timeZone));
  return sought
    ? search(deps.db, provider.id, sought, filter)
    : onlyListed(listCheckouts(deps.db, provider.id, filter));
}

const isPeriod = (text: string | undefined): text is Period =>
  text !== undefined && Object.hasOwn(PERIODS, text);

/** The beginning of its first day in that zone. */
const startOf = (period: Period, timeZone: string, now: Date): Date =>
  endOfDayInZone(addDays(dateInZone(now, timeZone), -PERIODS[period] - 1), timeZone);

/** How many enrolments began on each day of the period and were completed, and what was paid by card. */
async function perDay(db: Db, { provider }: StaffCaller, period: Period, now: Date) {
  const today = dateInZone(now, provider.timeZone);
  const dates = Array.from({ length: PERIODS[period] + 1 }, (_, at) => addDays(today, at - PERIODS[period]));
  const ends = dates.map((date) => endOfDayInZone(date, provider.timeZone));
  const bounds = [startOf(period, provider.timeZone, now), ...ends];
  const completed = CHECKOUT_STATUSES.filter(isCompleted);
  const paid = completed.filter((status) => !isResultOf("confirm", status));
  const counts = await countByDay(db, provider.id, completed, paid, bounds);
  return dates.map((date, at) => ({ date, count: 0, paidCents: 0, ...counts[at] }));
}

interface Found {
  rows: StoredRecord[];
  enrolments: Enrolments;
}

const NOTHING: Found = { rows: [], enrolments: [] };

const onlyListed = async (rows: Promise<StoredRecord[]>): Promise<Found> => ({
  rows: await rows,
  enrolments: [],
});

async function search(
  db: Db,
  providerId: StaffCaller["provider"]["id"],
  sought: Sought,
  filter: ListFilter,
): Promise<Found> {
  const listed = (more: Partial<ListFilter>) => listCheckouts(db, providerId, { ...filter, ...more });
  const byIds = async (ids: Promise<ListFilter["ids"]>) => {
    const all = (await ids) ?? [];
    return all.length > 0 ? listed({ ids: all }) : [];
  };
  switch (sought.by) {
    case "checkout":
      return onlyListed(listed({ ids: [sought.id] }));
    case "record":
      return onlyListed(byIds(checkoutOfRecord(db, providerId, sought.prefix, sought.id)));
    case "request":
      return onlyListed(byIds(checkoutsOfRequest(db, providerId, sought.id)));
    case "payment":
      return onlyListed(byIds(checkoutsOfPayment(db, providerId, sought.paid)));
    case "account":
      return onlyListed(byIds(checkoutsOfAccount(db, providerId, sought.account)));
    case "email": {
      const { email } = sought;
      const [rows, enrolments] = await Promise.all([
        listed({ email }),
        findEnrolments(db, providerId, { email }),
      ]);
      return { rows, enrolments };
    }
    case "enrolment": {
      const enrolments = await findEnrolments(db, providerId, { id: sought.id });
      const references = enrolments.map(({ reference }) => reference);
      return { rows: await byIds(checkoutsOfReference(db, providerId, references)), enrolments };
    }
    case "word": {
      const { references, name } = sought;
      const [rows, enrolments] = await Promise.all([
        byIds(checkoutsOfReference(db, providerId, references)),
        findEnrolments(db, providerId, { references }),
      ]);
      return rows.length + enrolments.length > 0 ? { rows, enrolments } : onlyListed(listed({ name }));
    }
    default:
      return sought satisfies never;
  }
}

export const rowOf = ({ checkout, plan }: StoredRecord) => ({
  id: checkout.id,
  createdAt: checkout.createdAt,
  updatedAt: checkout.updatedAt,
  reference: checkout.providerOrderId,
  student: `${checkout.firstName} ${checkout.lastName}`,
  email: checkout.email,
  course: checkout.courseName,
  type: checkout.paymentType,
  priceCents: checkout.coursePriceCents,
  refundedCents: checkout.refundedCents,
  status: checkout.checkoutStatus,
  plan: plan && { status: plan.status, standing: plan.summary.standing },
});

/** By what became of the checkouts. */
function sumsOf(totals: readonly Total[]) {
  const of = (counts: (one: Total) => boolean) =>
    totals
      .filter(counts)
      .reduce((sum, { count, cents }) => ({ count: sum.count + count, cents: sum.cents + cents }), {
        count: 0,
        cents: 0,
      });
  const isSigned = ({ status }: Total) => isResultOf("confirm", status);
  const isOpen = ({ status, isOver }: Total) => OPEN_STATUSES.includes(status) && !isOver;
  return {
    paid: of((one) => isCompleted(one.status) && !isSigned(one)),
    signed: of(isSigned),
    open: of(isOpen),
    ended: of((one) => !isCompleted(one.status) && !isOpen(one)),
  };
}

import type { Untimed } from "../../packages/dates/time";
import { dateInZone } from "../../packages/dates/zone";
import type { CheckoutDeps } from "../checkout/context";
import { asOfNow } from "../checkout/load";
import { scheduleOf, setupUrl } from "../checkout/resource";
import { asTenant } from "../db/as-tenant";
import { listCheckouts } from "../db/checkout-lists";
import type { StoredRecord } from "../db/checkout-records";
import { findCheckout } from "../db/checkouts";
import type { Db } from "../db/client";
import { findPlan } from "../db/plans";
import { deliveriesOf, mailsOf } from "../db/staff-lists";
import { takesAnother } from "../domain/another-account";
import { isId } from "../domain/ids";
import { debitsOf } from "../domain/plan-summary";
import { frequencyOf } from "../domain/schedule";
import { agreementOf } from "../enrolment/documents";
import { planPage } from "../enrolment/plan-page";
import { providersNow } from "../plans/write";
import { aroundOf } from "./actions/around";
import { grantText } from "./actions/grants";
import { offersOf } from "./actions/table";
import { answersOf } from "./answers";
import { actsOf } from "./audit";
import type { StaffCaller } from "./caller";
import { rowOf } from "./find";
import { can, demand } from "./permissions";
import { actorWords, CHARGE_WORDS, EVENT_WORDS } from "./words";

export type CheckoutPage = NonNullable<Awaited<ReturnType<typeof readCheckout>>>;

/** Of one student, beside the one that the page is about. */
const MAX_OTHERS = 10;

export const findOwn = async (db: Db, { provider }: StaffCaller, id: string) =>
  isId("chk", id) ? findCheckout(db, provider.id, id) : null;

export const hasCheckout = (db: Db, caller: StaffCaller, id: string): Promise<boolean> =>
  asTenant(db, caller.provider.id, async (tx) => (await findOwn(tx, caller, id)) !== null);

/** Everything about one checkout, as plain data. Null for one of another provider, as for one that does not exist. */
export async function readCheckout(deps: Untimed<CheckoutDeps>, caller: StaffCaller, checkoutId: string) {
  demand(caller, "read");
  return asTenant(deps.db, caller.provider.id, (db) => read({ ...deps, db }, caller, checkoutId));
}

/** The signed PDF. Null where there is none, or not yet. */
export async function readAgreement(deps: Untimed<CheckoutDeps>, caller: StaffCaller, checkoutId: string) {
  demand(caller, "read");
  return asTenant(deps.db, caller.provider.id, async (db) => {
    const record = await findOwn(db, caller, checkoutId);
    const made = await agreementOf({ db }, { record });
    return made === "being_made" ? null : made;
  });
}

async function read(deps: Untimed<CheckoutDeps>, caller: StaffCaller, checkoutId: string) {
  const { db } = deps;
  const providerId = caller.provider.id;
  const stored = await findOwn(db, caller, checkoutId);
  if (!stored) return null;
  const record = asOfNow(deps, stored);
  const { checkout, provider } = record;
  const [collected, around, acts, deliveries, same] = await Promise.all([
    findPlan(db, { providerId, checkoutId: checkout.id }),
    aroundOf(deps, record),
    actsOf(db, caller, checkout.id),
    deliveriesOf(
      db,
      providerId,
      record.timeline.map(({ id }) => id),
    ),
    listCheckouts(db, providerId, { email: checkout.email, limit: MAX_OTHERS + 1 }),
  ]);
  const others = same.map((one) => rowOf(asOfNow(deps, one))).filter(({ id }) => id !== checkout.id);
  const { refunds, charges, grants, payments, enrolment } = around;
  const mails = await mailsOf(db, providerId, {
    checkoutId: checkout.id,
    enrolmentId: enrolment?.id ?? null,
  });
  const today = dateInZone(providersNow(stored.readAt, provider), provider.timeZone);
  const plan =
    collected && planPage({ plan: collected.plan, today, frequency: frequencyOf(checkout.paymentFrequency) });
  const linkPage = enrolment && around.whyNoMail === null ? `${deps.baseUrl}/p/${provider.code}/link` : null;
  const { dda } = record;
  const url =
    dda && can(caller.role, "change_plan") && takesAnother(dda, collected?.row ?? null, record.readAt)
      ? setupUrl(deps, dda)
      : null;
  const otherAccount = url && dda?.replaceableUntil ? { url, until: dda.replaceableUntil } : null;
  const { leftCents: refundableCents } = payments.find(({ id }) => id === record.attempt?.id) ?? {
    leftCents: 0,
  };
  return {
    id: checkout.id,
    address: `/console/${provider.code}/checkouts/${checkout.id}`,
    timeZone: provider.timeZone,
    today,
    who: whoOf(record),
    status: checkout.checkoutStatus,
    authorisation: checkout.authorisationStatus,
    stage: record.opportunity?.stage ?? null,
    direct_debit: record.dda?.status ?? null,
    plan: plan && { status: plan.status, holdReason: plan.holdReason, isOverdue: plan.failed !== null },
    answers: answersOf({
      record,
      plan,
      charges,
      refunds,
      others,
      refundableCents,
      acts,
      today,
      hasPage: enrolment !== null,
      linkPage,
      otherAccount,
    }),
    others,
    offers: offersOf(caller, { ...around, record, plan: collected, today }),
    /** What staff did, which stands among the events. */
    acts,
    home: `/console/${provider.code}`,
    timeline: record.timeline.map((event) => ({
      id: event.id,
      at: event.occurredAt,
      what: EVENT_WORDS[event.type],
      type: event.type,
      who: actorWords(event.actor),
      requestId: event.requestId,
      deliveries: deliveries.filter(({ eventId }) => eventId === event.id),
    })),
    payments: plan
      ? plan.payments.map((one) => ({
          ...one,
          debits: collected ? debitsOf(collected.plan, one.number) : [],
        }))
      : scheduleOf(record).map((one) => ({ ...one, state: null, changeUntil: null, debits: [] })),
    charges: charges.map((one) => ({ ...one, ...CHARGE_WORDS[one.status] })),
    refunds,
    grants: grants.map((grant) => ({ ...grant, says: grantText(grant, provider.timeZone) })),
    agreement: record.agreement,
    mails,
    sendsMails: provider.studentEmails,
  };
}

const whoOf = ({ checkout }: StoredRecord) => ({
  name: `${checkout.firstName} ${checkout.lastName}`,
  email: checkout.email,
  reference: checkout.providerOrderId,
  account: checkout.providerAccountId,
  course: checkout.courseName,
  priceCents: checkout.coursePriceCents,
  createdAt: checkout.createdAt,
  pays:
    checkout.paymentType === "upfront_payment"
      ? "Everything at once, by card"
      : `${checkout.numberOfInstalments} payments, ${checkout.paymentFrequency.toLowerCase()}`,
});

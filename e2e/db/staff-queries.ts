import { listCheckouts } from "../../lib/db/checkout-lists";
import { findCheckout } from "../../lib/db/checkouts";
import type { Db } from "../../lib/db/client";
import { findEvent } from "../../lib/db/events";
import { findProofs } from "../../lib/db/go-live";
import { findPlan } from "../../lib/db/plans";
import { listRefunds } from "../../lib/db/refunds";
import { listRequests } from "../../lib/db/request-log";
import { findViews } from "../../lib/db/saved-views";
import { findActs, insertAct } from "../../lib/db/staff-acts";
import { findAttention } from "../../lib/db/staff-attention";
import {
  chargesOf,
  checkoutOfRecord,
  checkoutsOfAccount,
  checkoutsOfPayment,
  checkoutsOfReference,
  checkoutsOfRequest,
  countByDay,
  deliveriesOf,
  findEnrolments,
  mailsOf,
  totalsOf,
} from "../../lib/db/staff-lists";
import { findEndpoint, findEndpoints } from "../../lib/db/webhook-endpoints";
import { findDeliveries } from "../../lib/db/webhook-log";
import { type Id, newId } from "../../lib/domain/ids";

/** What the console's search and pages ask, with values that nothing has. */
export async function staffSearches(db: Db, providerId: Id<"prv">) {
  const now = new Date();
  const [checkoutId, enrolmentId] = [newId("chk"), newId("enr")];
  for (const asked of [{ isPutOff: false }, { isPutOff: true }, { item: "person.x" }])
    await findAttention(db, providerId, asked, 20);
  await findProofs(db, providerId);
  await findViews(db, providerId);
  const prefixes = ["opp", "dda", "agr", "evt", "ref", "dbt", "cat", "eml"] as const;
  for (const prefix of prefixes) await checkoutOfRecord(db, providerId, prefix, newId(prefix));
  await checkoutsOfAccount(db, providerId, { bsb: "062-000", ending: "678" });
  await checkoutsOfRequest(db, providerId, newId("req"));
  await checkoutsOfReference(db, providerId, ["ord-1", "ORD-1"]);
  await checkoutsOfPayment(db, providerId, { cents: 5_769, date: "2026-11-24", from: now, to: now });
  for (const by of [{ id: enrolmentId }, { references: ["A"] }, { email: "Amelia@example.com" }])
    await findEnrolments(db, providerId, by);
  await totalsOf(db, providerId, now);
  await countByDay(db, providerId, ["Confirmed"], ["Confirmed"], [now, now, now]);
  await findCheckout(db, providerId, checkoutId);
  await findPlan(db, { providerId, checkoutId });
  await listRefunds(db, providerId, checkoutId);
  await chargesOf(db, providerId, checkoutId);
  await mailsOf(db, providerId, { checkoutId, enrolmentId });
  await mailsOf(db, providerId, { checkoutId, enrolmentId: null });
  await deliveriesOf(db, providerId, [newId("evt")]);
  await findEndpoints(db, providerId);
  await findEndpoint(db, providerId, newId("whe"));
  await findDeliveries(db, providerId, null, { id: newId("whd"), limit: 1 });
  await findDeliveries(db, providerId, newId("whe"), { before: newId("whd"), limit: 1 });
  await findEvent(db, providerId, newId("evt"), now);
  for (const by of [{ actId: newId("act") }, { checkoutId }, { before: 9 }])
    await findActs(db, providerId, by, 1);
  for (const filter of [
    {},
    { id: newId("req") },
    { path: "/v1/events", before: newId("req") },
    { status: "refused" } as const,
    { status: "failed" } as const,
  ])
    await listRequests(db, providerId, { ...filter, limit: 1 });
  for (const filter of [
    {},
    { checkoutStatus: "Confirmed" } as const,
    { email: "amelia@example.com" },
    { createdAfter: now },
    { name: "Amelia" },
    { ids: [checkoutId] },
    { paymentType: "upfront_payment" } as const,
    { begunSince: now },
    { order: "oldest", before: checkoutId } as const,
    { order: "changed", before: checkoutId, beside: now } as const,
    ...(["highest", "lowest"] as const).map((order) => ({
      order,
      before: checkoutId,
      beside: 1,
      begunSince: now,
    })),
  ])
    await listCheckouts(db, providerId, { ...filter, limit: 1 });
}

/** Puts a row into the audit log. */
export const audited = (db: Db, providerId: Id<"prv">) =>
  insertAct(db, {
    ...{
      providerId,
      actId: newId("act"),
      checkoutId: newId("chk"),
      step: "asked",
      action: "note",
      subject: null,
    },
    ...{ staffId: newId("stf"), staffName: "Robin", role: "admin", reason: "A call" },
    ...{ before: null, after: null, ipAddress: null, requestId: newId("req") },
  });

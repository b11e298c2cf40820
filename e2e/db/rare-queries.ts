import { insertAccount, retireAccount, rotateSecrets } from "../../lib/db/account-rows";
import { postponeAgreement, releaseAgreement, renewAgreement } from "../../lib/db/agreements";
import { hasOpenOrphan } from "../../lib/db/alerts";
import { asTenant, checkRole, tenantDb } from "../../lib/db/as-tenant";
import {
  askSoon,
  extendUnsent,
  findPlanCharges,
  keepReference,
  openAttemptsElsewhere,
  openRefundsElsewhere,
} from "../../lib/db/charge-attempts";
import { callOfKey } from "../../lib/db/charge-key";
import type { CheckoutRow, NewEvent } from "../../lib/db/checkout-records";
import { findCheckout } from "../../lib/db/checkouts";
import type { Db } from "../../lib/db/client";
import { postponeAttempt } from "../../lib/db/due";
import { continueBy } from "../../lib/db/enrolments";
import {
  findAccount,
  findAccounts,
  findAccountsInMode,
  recordGatewayEvent,
} from "../../lib/db/gateway-accounts";
import { furtherCall, nextKeys, secondsUntilNextCall } from "../../lib/db/gateway-calls";
import { continueJob } from "../../lib/db/jobs";
import {
  claimKey,
  findKeyed,
  freeKey,
  holdKey,
  inOneTransaction,
  keepAnswer,
} from "../../lib/db/keyed-requests";
import { renewLease } from "../../lib/db/leases";
import { findKeptMail, listKeptMails, type MailRow, recordMail, recordMailAndTell } from "../../lib/db/mail";
import { postponeDispatch } from "../../lib/db/outbox";
import { addCourse, changeCourse, insertProvider, updateProvider } from "../../lib/db/provider-changes";
import { writeRequests } from "../../lib/db/request-log";
import { restartClock } from "../../lib/db/reset";
import { addView, removeView } from "../../lib/db/saved-views";
import { deleteProbes } from "../../lib/db/sealed";
import { nextSubmissionAt } from "../../lib/db/setup";
import {
  endLinks,
  findColleague,
  findColleagues,
  findPasskeys,
  findRoleAt,
  findSessions,
  removePasskeys,
  setVerified,
} from "../../lib/db/staff";
import { markAttention } from "../../lib/db/staff-attention";
import { cancelDelivery, type LeasedDelivery } from "../../lib/db/webhook-deliveries";
import { type Id, idToUuid, newId } from "../../lib/domain/ids";
import { readHealth } from "../../packages/postgres-guard/health";
import { audited, staffSearches } from "./staff-queries";

const MAIL_SENT = { status: "sent", dueAt: null, at: new Date(), error: null } as const;

/** What only chance or a fault brings about, with ids that nothing has. */
export async function rarely({ db }: { db: Db }, providerId: Id<"prv">) {
  for (const atOnce of [2, 6])
    await Promise.all(Array.from({ length: atOnce }, () => findCheckout(db, providerId, newId("chk"))));
  const now = new Date();
  const [due, checkoutId] = [{ providerId, id: newId("cat"), leaseUntil: now }, newId("chk")];
  const account = { providerId, id: newId("gwa") };
  const sealed = { bytes: new Uint8Array(1), keyVersion: 1 };
  const row = {
    ...account,
    kind: "sandbox",
    mode: "test",
    publishableKey: "pk_test_12345678",
    takesCards: false,
    takesDebits: true,
    secretSealed: sealed.bytes,
    secretKeyVersion: sealed.keyVersion,
  } as const;
  await checkRole(db);
  await audited(db, providerId);
  const request = { providerId, id: newId("req"), keyId: newId("key"), method: "GET", path: "/v1/events" };
  const answered = { operation: null, status: 200, code: null, durationMs: 1, isReplay: false, agoMs: 1 };
  await writeRequests(db, [{ ...request, ...answered }]);
  await asTenant(db, providerId, (tx) => staffSearches(tx, providerId));
  await markAttention(tenantDb(db, providerId), {
    providerId,
    item: "person.x",
    since: now,
    owner: null,
    putOffUntil: null,
  });
  await addView(db, { providerId, name: "A", query: "sort=oldest", staffId: newId("stf") });
  await removeView(db, providerId, "A");
  const claim = { providerId, operation: "a", key: "a", requestId: request.id };
  const claimed = { ...claim, fingerprint: sealed.bytes, expiresAt: now };
  await claimKey(db, claimed);
  await holdKey(db, claimed);
  await inOneTransaction(db, null, (tx) => keepAnswer(tx, claimed, sealed));
  await findKeyed(db, claim);
  await freeKey(db, claimed);
  await restartClock(db, providerId);
  const code = `rare-${newId("prv").slice(4)}`;
  await insertProvider(db, { code, name: "A", legalName: "A", email: "" }, { logo: null });
  await updateProvider(db, code, { phone: "1" });
  await addCourse(db, providerId, { slug: code, name: "A", intake: "", length: "", priceCents: 100 });
  await changeCourse(db, providerId, code, { mostInstalments: 2 });
  await insertAccount(db, { ...row, id: newId("gwa") });
  const [before] = await findAccounts(db, providerId);
  await insertAccount(db, row, before?.id);
  const leased = { delivery: { providerId, id: newId("whd"), leaseUntil: now } } as LeasedDelivery;
  await Promise.all([
    renewLease(db, "charge", due, now),
    postponeAttempt(db, due, now),
    extendUnsent(db, due, 1_000),
    keepReference(db, due, "pi_1"),
    askSoon(db, due),
    findAccounts(db),
    findAccount(db, account.id),
    recordGatewayEvent(db, account, "evt_1", ["pi_1"]),
    findAccountsInMode(db, "live"),
    rotateSecrets(db, account, { secret: sealed, webhookSecret: sealed }),
    retireAccount(db, account),
    findColleagues(db, providerId),
    findColleague(db, providerId, { id: newId("stf") }),
    db.transaction((tx) =>
      findColleague(tx, providerId, { email: "robin@college.example" }, { locks: true }),
    ),
    endLinks(db, newId("stf")),
    setVerified(db, newId("stf"), true),
    hasOpenOrphan(db, { providerId, providerOrderId: "ORD" }),
    ...[renewAgreement, releaseAgreement, postponeAgreement].map((one) =>
      one(db, { providerId, checkoutId, leaseUntil: now, failures: 0 }),
    ),
    nextKeys(db, { providerId, providerOrderId: "A" }),
    callOfKey(db, { providerId, providerOrderId: "A" }, newId("cat")),
    findPlanCharges(db, providerId, checkoutId),
    openAttemptsElsewhere(db, ["sandbox"], 1),
    openRefundsElsewhere(db, ["sandbox"], 1),
    continueBy(db, { enrolment: { providerId, id: newId("enr") }, generation: 2 }),
    readHealth(db),
    furtherCall(db, { providerId, providerOrderId: "ORD" }, "sandbox", now),
    secondsUntilNextCall(db, providerId, "ORD", now),
    continueJob(db, "purge", now),
    listKeptMails(db, 10),
    findKeptMail(db, newId("eml")),
    recordMail(db, { providerId, id: newId("eml"), leaseUntil: now } as MailRow, MAIL_SENT),
    recordMailAndTell(
      db,
      {} as MailRow,
      MAIL_SENT,
      { providerId, id: checkoutId, lastSequence: 0, checkoutStatus: "Expired" } as CheckoutRow,
      { occurredAt: now } as NewEvent,
    ),
    findRoleAt(db, newId("stf"), "no-such-college"),
    findSessions(db, newId("stf")),
    findPasskeys(db, newId("stf")),
    removePasskeys(db, newId("stf"), "none"),
    nextSubmissionAt(db, providerId, newId("dda"), now),
    deleteProbes(db, [9_999], 9_999),
    cancelDelivery(db, leased, now),
    postponeDispatch(
      db,
      {
        provider_id: idToUuid(providerId),
        checkout_id: idToUuid(checkoutId),
        id: idToUuid(newId("evt")),
        type: "checkout.created",
        occurred_at: now.toISOString(),
        dispatch_failures: null,
      },
      now,
    ),
  ]);
}

import { CHARGE_ALERTS } from "../../drizzle/vocabulary";
import { earlier, HOUR_MS, MINUTE_MS } from "../../packages/dates/time";
import { alertOnce } from "../checkout/charge-alerts";
import type { CheckoutDeps } from "../checkout/context";
import { gatewayOf, withAllAccounts } from "../checkout/gateways";
import { type AlertRow, type Finding, listUnseenAlerts, resolveAlert, withoutKnown } from "../db/alerts";
import { findAttempts, isOpen, type RecordedAttempt, recordedCharges } from "../db/charge-attempts";
import { claimJob, finishJob, type JobName, reachedBy } from "../db/jobs";
import { findRefund, refundsOfCharges } from "../db/refunds";
import { type Id, isId } from "../domain/ids";
import { isLate } from "../domain/refunds";
import { type CardGateway, holdsMoney, type ListedCharge } from "../gateway/port";

const EVERY_MS = 5 * MINUTE_MS;
/** Each run looks again at what the last runs saw, because clocks differ and charges may have been in progress. */
const OVERLAP_MS = 48 * HOUR_MS;
/** A younger attempt may still be settled by recovery. */
export const RECOVERY_MS = 30 * MINUTE_MS;
const PAGE = 1_000;
/** Calls to the gateway at once, and the time for all of them. Recovery waits until they end. */
const AT_ONCE = 10;
const MAX_MS = 20_000;

/** Every five minutes, by one process. */
export async function reconcileWhenDue(deps: CheckoutDeps, now: Date): Promise<number> {
  if (!(await claimJob(deps.db, "reconcile", now, EVERY_MS))) return 0;
  return (await reconcile(deps, now)).raised;
}

/**
 * Compares each gateway's charges with our attempts, both ways. A difference that the gateway confirms is an operator's
 * alert, never a webhook, until it is gone or an operator resolves it. Each provider's account has a run of its own: one
 * that is slow, fails or differs much holds up no other. Contract section 8.
 * @returns how many charges were compared, and how many alerts are new or resolved
 */
export async function reconcile(all: CheckoutDeps, now: Date) {
  const deps = await withAllAccounts(all);
  const own = await all.accounts.all();
  const runs: Run[] = [
    { job: "reconcile", gateways: [all.gateway, ...all.earlierGateways.values()], from: new Date(0) },
    ...own.map(
      ({ gateway, createdAt }): Run => ({
        job: `reconcile ${gateway.id}`,
        gateways: [gateway],
        from: createdAt,
      }),
    ),
  ];
  const charged = new Set<string>();
  const faults: unknown[] = [];
  let raised = 0;
  for (let next = 0; next < runs.length; next += AT_ONCE) {
    const done = await Promise.allSettled(
      runs.slice(next, next + AT_ONCE).map((run) => reconcileOne(deps, run, now, charged)),
    );
    for (const one of done)
      if (one.status === "fulfilled") raised += one.value;
      else faults.push(one.reason);
  }
  const unseen = await listUnseenAlerts(deps.db, CHARGE_ALERTS, now, PAGE);
  // An alert whose gateway does not respond stays open, and holds up no other.
  const resolved = await forEachInTime(performance.now(), unseen, (alert) =>
    resolveIfOver(deps, alert, charged, now).catch((error) => {
      faults.push(error);
      return false;
    }),
  );
  if (faults.length > 0) throw faults[0];
  return { charges: charged.size, raised, resolved: resolved.count };
}

interface Run {
  /** Its row remembers how far earlier runs came. */
  job: JobName;
  gateways: readonly CardGateway[];
  /** Nothing older can be ours. */
  from: Date;
}

/** @returns how many alerts are new */
async function reconcileOne(
  deps: CheckoutDeps,
  { job, gateways, from }: Run,
  now: Date,
  charged: Set<string>,
) {
  const reached = await reachedBy(deps.db, job);
  const since = new Date(Math.max(0, Math.min((reached ?? from).getTime(), now.getTime()) - OVERLAP_MS));
  const findings: Finding[] = [];
  const faults: unknown[] = [];
  // If one gateway does not respond, the others are still compared.
  for (const gateway of gateways)
    try {
      findings.push(...(await compare(deps, gateway, since, now, charged)));
    } catch (error) {
      faults.push(error);
    }
  const raise = async (finding: Finding) => {
    const words = "A charge and the records do not agree: see `npm run jobs -- alerts`";
    return (await isConfirmed(deps, finding)) && alertOnce(deps, finding, now, words);
  };
  // New findings first, because confirming the known ones again could use up the time of each run.
  const fresh = new Set(await withoutKnown(deps.db, findings));
  const started = performance.now();
  const raised = await forEachInTime(started, [...fresh], raise);
  await forEachInTime(
    started,
    findings.filter((one) => !fresh.has(one)),
    raise,
  );
  if (faults.length > 0) throw faults[0];
  if (raised.complete) await finishJob(deps.db, job, now);
  return raised.count;
}

/** @param charged collects the keys that the gateway has charged */
async function compare(
  deps: CheckoutDeps,
  gateway: CardGateway,
  since: Date,
  now: Date,
  charged: Set<string>,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for await (const page of chargesSince(gateway, since)) {
    for (const { key } of page) charged.add(key);
    // Read after the listing: an attempt is recorded before it charges.
    const attempts = await findAttempts(
      deps.db,
      page.flatMap(({ key }) => (isId("cat", key) ? [key] : [])),
    );
    const refunded = page.flatMap(({ key, refundedCents }) =>
      refundedCents ? (attempts.get(key)?.id ?? []) : [],
    );
    const refunds = await refundsOfCharges(deps.db, refunded, earlier(now, RECOVERY_MS));
    for (const charge of page) {
      const finding = judge(charge, attempts.get(charge.key), refunds.get(charge.key) ?? 0, now);
      if (finding) findings.push({ ...finding, details: { ...finding.details, gateway: gateway.id } });
    }
  }
  for await (const page of recordedCharges(deps.db, gateway.id, since, PAGE))
    for (const attempt of page) if (!charged.has(attempt.id)) findings.push(missing(attempt, gateway));
  return findings;
}

/** Charges that took money, in the gateway's own pages. */
export async function* chargesSince(gateway: CardGateway, since: Date): AsyncGenerator<ListedCharge[]> {
  const seen = new Set<string>();
  for (let from = since; ; ) {
    const listed = (await gateway.listCharges(from)).filter(({ key }) => !seen.has(key));
    const last = listed.at(-1);
    if (!last) return;
    for (const { key } of listed) seen.add(key);
    yield listed.filter(({ status }) => status === "succeeded");
    from = last.createdAt;
  }
}

function judge(
  charge: ListedCharge,
  attempt: RecordedAttempt | undefined,
  knownRefunds: number,
  now: Date,
): Finding | null {
  const orphan = (recorded: string): Finding => ({
    kind: "orphan_charge",
    reference: charge.key,
    details: { ...facts(charge), recorded },
  });
  // The account is asked for no more about it: it would answer in that mode.
  if (charge.otherMode) return orphan("another mode");
  if (!attempt) return orphan("nothing");
  switch (attempt.status) {
    case "succeeded": {
      const recorded = (recorded_cents: number) => ({
        ...facts(charge),
        checkout_id: attempt.checkoutId,
        recorded_cents,
      });
      const { key: reference, refundedCents: refunded_cents = 0 } = charge;
      if (attempt.amountCents !== charge.amountCents)
        return { kind: "amount_differs", reference, details: recorded(attempt.amountCents) };
      if (refunded_cents <= knownRefunds) return null;
      return { kind: "unknown_refund", reference, details: { ...recorded(knownRefunds), refunded_cents } };
    }
    case "started":
    case "unknown":
      return now.getTime() - attempt.createdAt.getTime() < RECOVERY_MS ? null : orphan("outcome not known");
    default:
      return orphan(attempt.status);
  }
}

/** The processor's own name for the charge, which no text shows. */
const referenceIn = ({ gateway_reference: reference }: Finding["details"]) =>
  typeof reference === "string" ? reference : null;

const facts = (charge: ListedCharge) => ({
  ...(charge.reference !== undefined && { gateway_reference: charge.reference }),
  provider_id: charge.providerId,
  provider_order_id: charge.providerOrderId,
  charged_cents: charge.amountCents,
  charged_at: charge.createdAt.toISOString(),
  ...(charge.otherMode && { mode: charge.otherMode }),
});

const missing = (attempt: RecordedAttempt, gateway: CardGateway): Finding => ({
  kind: "missing_charge",
  reference: attempt.id,
  details: {
    provider_id: attempt.providerId,
    checkout_id: attempt.checkoutId,
    recorded_cents: attempt.amountCents,
    recorded_at: attempt.createdAt.toISOString(),
    gateway: gateway.id,
    ...(attempt.gatewayReference !== null && { gateway_reference: attempt.gatewayReference }),
  },
});

/** Asks about this charge, because the list may be out of date or incomplete. */
async function isConfirmed(deps: CheckoutDeps, { kind, reference, details }: Finding): Promise<boolean> {
  if (kind === "amount_differs" || kind === "unknown_refund" || "mode" in details) return true;
  const charge = await gatewayOf(deps, String(details.gateway))?.findCharge(reference, referenceIn(details));
  return kind === "orphan_charge" ? holdsMoney(charge) : charge?.status !== "succeeded";
}

async function resolveIfOver(deps: CheckoutDeps, alert: AlertRow, charged: ReadonlySet<string>, now: Date) {
  const { reference } = alert;
  // The comparison is of charges.
  if (isId("dbt", reference)) return false;
  const found = isId("cat", reference) ? await findAttempts(deps.db, [reference]) : null;
  const over = isId("ref", reference)
    ? await isRefundOver(deps, reference, alert.details.provider_id, now)
    : await isOver(deps, alert, found?.get(reference), charged, now);
  if (over) await resolveAlert(deps.db, alert.id, "reconciliation", now);
  return over;
}

async function isRefundOver({ db }: CheckoutDeps, id: Id<"ref">, providerId: unknown, now: Date) {
  const row =
    typeof providerId === "string" && isId("prv", providerId)
      ? await findRefund(db, { providerId, id })
      : null;
  return row === null || (row.status !== "Requested" && !isLate(row, now));
}

async function isOver(
  deps: CheckoutDeps,
  { kind, reference, details, lastSeenAt }: AlertRow,
  attempt: RecordedAttempt | undefined,
  charged: ReadonlySet<string>,
  now: Date,
): Promise<boolean> {
  // Another server may still have the wrong secret.
  if (kind === "gateway_refused_us") return lastSeenAt < earlier(now, 2 * EVERY_MS);
  if (kind === "outcome_unknown") return attempt !== undefined && !isOpen(attempt);
  // Only an operator can tell what a charge of the other mode was.
  if ("mode" in details) return false;
  const gateway = gatewayOf(deps, String(details.gateway ?? attempt?.gateway));
  if (!gateway) return false;
  const charge = await gateway.findCharge(reference, referenceIn(details) ?? attempt?.gatewayReference);
  const isCharged = charge?.status === "succeeded";
  const isRecorded = attempt?.status === "succeeded";
  if (kind === "orphan_charge") return isRecorded || !holdsMoney(charge);
  // What a refusal told, a list that does not tell of refunds cannot take back.
  const isOfList = kind === "amount_differs" || (kind === "unknown_refund" && "refunded_cents" in details);
  if (isOfList) return charged.has(reference) || !isCharged || !isRecorded;
  if (kind === "unknown_refund") return !isCharged;
  return isCharged === isRecorded;
}

async function forEachInTime<T>(started: number, items: readonly T[], work: (item: T) => Promise<boolean>) {
  let count = 0;
  for (let next = 0; next < items.length; next += AT_ONCE) {
    if (performance.now() - started > MAX_MS) return { count, complete: false };
    const done = await Promise.all(items.slice(next, next + AT_ONCE).map(work));
    count += done.filter(Boolean).length;
  }
  return { count, complete: true };
}

import { randomUUID } from "node:crypto";
import type Stripe from "stripe";
import type { DebitProcessor, DebitRequest, DebitResult } from "../../lib/gateway/debit-port";
import { GatewayOutcomeUnknown } from "../../lib/gateway/port";
import { addBusinessDays, isBusinessDay } from "../dates/business-days";
import { HOUR_MS, within } from "../dates/time";
import { bankDay } from "../dates/zone";
import { partsOf, stripeAuthorities } from "./authorities";
import { Refusal, type StripeAccess, stripeClient, takingNothing } from "./client";
import { debitResultOf, hasFailed, isUnsent, reasonOf, WITH_CHARGE } from "./debit-result";
import { checkedIntent } from "./intent";
import { stripePayouts } from "./payouts";
import { stripeRefunds } from "./refunds";

/** Business days, so 3 to 15 calendar days, which Stripe asks for: a debit is handed over so many before its date, or late. */
const LEAD_DAYS = 3;
const MAX_LISTED = 10_000;
/** Stripe may show an event late. What is so much older than the newest was read before. */
const LATE_SECONDS = HOUR_MS / 1000;
const EVENTS = [
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.canceled",
  "charge.dispute.created",
  "charge.dispute.closed",
];

/**
 * Direct debits by Stripe. The customer's list, which unlike a search is never behind, tells for ever which PaymentIntent a
 * key has; Stripe's idempotency key makes racing requests create the same one; whoever is too late for that confirms none.
 */
export function createStripeDebits({
  id,
  mode,
  ...access
}: StripeAccess & Pick<DebitProcessor, "id" | "mode">): DebitProcessor {
  const { ask } = stripeClient(access);

  const read = async (reference: string, key?: string): Promise<Stripe.PaymentIntent> =>
    checkedIntent(await ask((stripe) => stripe.paymentIntents.retrieve(reference, { expand: WITH_CHARGE })), {
      mode,
      id: reference,
      ...(key !== undefined && { key }),
    });

  async function madeUnder({ key, authority }: Pick<DebitRequest, "key" | "authority">) {
    const { customer } = partsOf(authority);
    const expand = WITH_CHARGE.map((path) => `data.${path}`);
    const all = await ask((stripe) =>
      stripe.paymentIntents.list({ customer, limit: 100, expand }).autoPagingToArray({ limit: MAX_LISTED }),
    ).catch((error) => {
      if (isMissing(error)) return [];
      throw error;
    });
    const found = all.filter(({ metadata }) => metadata.key === key).at(-1);
    return found ? checkedIntent(found, { mode, key }) : null;
  }

  /** Takes no money. Null if Stripe does not know the account, or no longer. */
  const prepare = async (request: DebitRequest): Promise<Stripe.PaymentIntent | null> =>
    (await madeUnder(request)) ??
    (await create(request).catch((error) => {
      if (isMissing(error)) return null;
      throw error;
    }));

  async function create(request: DebitRequest): Promise<Stripe.PaymentIntent> {
    const { key, providerId, authority, amountCents, date, description } = request;
    const { customer, payment_method } = partsOf(authority);
    const params = {
      amount: amountCents,
      currency: "aud",
      customer,
      payment_method,
      allowed_payment_method_types: ["au_becs_debit"],
      description,
      metadata: { key, provider_id: providerId, date },
    };
    try {
      const made = await ask((stripe) => stripe.paymentIntents.create(params, { idempotencyKey: key }));
      return checkedIntent(made, { mode, key });
    } catch (error) {
      // Another request may have made it meanwhile, or this one, whose response was lost.
      const made = error instanceof GatewayOutcomeUnknown && (await madeUnder(request));
      if (made) return made;
      throw error;
    }
  }

  /** Its account is not given again, because a debit that failed has lost it, and so is not debited twice. */
  async function confirm(intent: Stripe.PaymentIntent, { authority, date }: DebitRequest) {
    const { mandate } = partsOf(authority);
    const params = {
      mandate,
      off_session: true,
      payment_method_options: { au_becs_debit: { target_date: date } },
      expand: WITH_CHARGE,
    };
    const sent = await ask((stripe) =>
      stripe.paymentIntents.confirm(intent.id, params, { idempotencyKey: randomUUID() }),
    );
    return checkedIntent(sent, { mode, id: intent.id });
  }

  /** Cancels an intent that takes no money, so that it never does, or finds out what came first. */
  async function end({ id: reference }: Stripe.PaymentIntent): Promise<Stripe.PaymentIntent> {
    try {
      const ended = await ask((stripe) => stripe.paymentIntents.cancel(reference, { expand: WITH_CHARGE }));
      return checkedIntent(ended, { mode, id: reference });
    } catch (error) {
      if (error instanceof Refusal) return read(reference);
      throw error;
    }
  }

  /** The outcome of an intent that was sent, or was ended before. */
  async function told(intent: Stripe.PaymentIntent): Promise<DebitResult> {
    const final = hasFailed(intent) ? await end(intent) : intent;
    const charge = final.latest_charge;
    if (charge === null || typeof charge === "string" || !charge.disputed) return debitResultOf(final, []);
    const disputes = await ask((stripe) =>
      stripe.disputes.list({ payment_intent: final.id, limit: 100 }).autoPagingToArray({ limit: 100 }),
    );
    return debitResultOf(final, disputes);
  }

  async function send(intent: Stripe.PaymentIntent, request: DebitRequest, now: Date): Promise<DebitResult> {
    const first = addBusinessDays(bankDay(now), LEAD_DAYS);
    // Ended, so that the key stays refused.
    if (request.date < first || !isBusinessDay(request.date)) return told(await end(intent));
    try {
      return await told(await confirm(intent, request));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const known = await read(intent.id);
      const result = await told(isUnsent(known) ? await end(known) : known);
      const { code } = error.reason;
      return result.status === "refused" && code !== undefined
        ? { ...result, reason: reasonOf(code) }
        : result;
    }
  }

  async function changedSince(providerId: string, cursor: string | null) {
    const [since = "0", ...before] = cursor?.split(" ") ?? [];
    const found = await ask(async (stripe) => {
      const subjects: Subject[] = [];
      const listed: { id: string; created: number }[] = [];
      const created = { gte: Number(since) };
      for await (const event of stripe.events.list({ types: EVENTS, limit: 100, created })) {
        listed.push({ id: event.id, created: event.created });
        if (before.includes(event.id) || event.livemode !== (mode === "live")) continue;
        subjects.push(...subjectOf(event));
      }
      return { subjects: subjects.reverse(), listed };
    });
    const keys: string[] = [];
    for (const one of found.subjects) {
      const { key, provider_id } = typeof one === "string" ? (await read(one)).metadata : one;
      // The account may take other payments too.
      if (key !== undefined && provider_id === providerId) keys.push(key);
    }
    // By Stripe's clock, because ours may be ahead.
    const newest = found.listed[0]?.created ?? 0;
    const next = Math.max(Number(since), newest - LATE_SECONDS);
    const again = found.listed.filter((event) => event.created >= next);
    return { keys, cursor: [next, ...again.map((event) => event.id)].join(" "), hasMore: false };
  }

  const { refund, findRefund } = stripeRefunds(ask, read, access.timeoutMs);

  return {
    id,
    mode,
    debitUser: "stripe",
    register: stripeAuthorities(ask, mode, access.secret),
    async submit(request, now) {
      const isInTime = within(access.timeoutMs);
      const intent = await prepare(request);
      if (!intent) return unknownAuthority(request);
      if (!isUnsent(intent)) return told(intent);
      // The same key may have been sent meanwhile, with an intent that this list did not have.
      if (!isInTime()) throw new GatewayOutcomeUnknown("The debit was not sent: preparing it took too long");
      return send(intent, request, now);
    },
    async find(debit) {
      const { key, reference } = debit;
      const intent = reference === null ? await madeUnder(debit) : await read(reference, key);
      return intent && !isUnsent(intent) ? told(intent) : null;
    },
    changedSince,
    payoutsSince: (_providerId, cursor) => stripePayouts(ask, mode, cursor),
    refunds: {
      async refund(request) {
        const { key, amountCents, charge } = request;
        const of = charge.reference === null ? null : await takingNothing(read(charge.reference, charge.key));
        if (of?.status === "processing") return { key, amountCents, status: "refused", reason: "not_yet" };
        return refund(request);
      },
      find: (request, reference) => findRefund(request, reference),
    },
  };
}

/** What an event is about: an intent's metadata, or its id. */
type Subject = Stripe.Metadata | string;

function subjectOf(event: Stripe.Event): Subject[] {
  switch (event.type) {
    case "payment_intent.succeeded":
    case "payment_intent.payment_failed":
    case "payment_intent.canceled":
      return [event.data.object.metadata];
    case "charge.dispute.created":
    case "charge.dispute.closed": {
      const { payment_intent: intent } = event.data.object;
      return intent === null ? [] : [typeof intent === "string" ? intent : intent.id];
    }
    default:
      return [];
  }
}

/** Stripe does not know the customer or the bank account, or no longer. */
const isMissing = (error: unknown): boolean =>
  error instanceof Refusal && error.reason.code === "resource_missing";

const unknownAuthority = ({ key, amountCents, date }: DebitRequest): DebitResult => ({
  ...{ key, amountCents, date },
  status: "refused",
  reason: "technical",
});

import { z } from "zod";
import { addBusinessDays, nextBusinessDay } from "../../../packages/dates/business-days";
import { addDays, type CalendarDate, isCalendarDate } from "../../../packages/dates/calendar";
import { dateInZone } from "../../../packages/dates/zone";
import { type Call, type Reply, refusedBy } from "./calls";
import {
  type AttemptState,
  type Debit,
  eventOf,
  listedEvent,
  listedPayer,
  newId,
  pageOf,
  payerOf,
  scheduledOf,
} from "./debit-objects";
import { faultOf, refundOf } from "./objects";
import { dishonoured, type Moved, settled } from "./transfers";

const payerBody = z.object({
  firstName: z.string().min(1),
  lastName: z.string().nullish(),
  emailAddress: z.string().includes("@"),
  metadata: z.string().nullish(),
  source: z.object({
    sourceType: z.literal("bank-account"),
    bankAccountName: z.string().min(1),
    bankAccountBsb: z.string().regex(/^\d{6}$/),
    bankAccountNumber: z.string().regex(/^\d{3,10}$/),
    ipAddress: z.string().nullish(),
  }),
});
const paymentBody = z.object({
  payerId: z.string(),
  sourceId: z.string().nullish(),
  amount: z.coerce.number().int().positive(),
  transactionDate: z.string().refine(isCalendarDate),
  description: z.string().max(999).nullish(),
  nonce: z.string().max(250).nullish(),
  metadata: z.string().nullish(),
});

/** Pinch debits on past days too, down to these. */
const MAX_PAST_DAYS = 30;
/** In business days from a run: when the bank answers, and when the money is transferred. */
const RESULT_DAYS = 2;
const SETTLED_DAYS = 4;

const sydney = (at: Date): CalendarDate => dateInZone(at, "Australia/Sydney");
type Payer = ReturnType<typeof payerOf>;

/** Payers with bank accounts, and the payments that are scheduled for them. What is told is as of the time of a request. */
export function debitsOf() {
  const payers = new Map<string, Payer>();
  const debits = new Map<string, Debit>();
  const settings = {
    /** Days whose event is not listed yet. */
    hiddenDays: new Set<CalendarDate>(),
    /** Of `bank-results`: the old one has dishonours alone. */
    eventShape: "payments" as "payments" | "dishonours",
    eventCasing: "camel" as "camel" | "pascal",
  };

  function createPayer(body: unknown): Reply {
    const read = payerBody.safeParse(body);
    if (!read.success) {
      const name = String(read.error.issues[0]?.path.at(-1));
      return refusedBy(faultOf(name, `'${name}' is not valid.`, body));
    }
    const payer = payerOf(read.data);
    payers.set(payer.id, payer);
    return { status: 201, body: payer };
  }

  function schedule(body: unknown, at: Date): Reply {
    const read = paymentBody.safeParse(body);
    if (!read.success) return refusedBy(faultOf("Amount", "'Amount' must be greater than 0.", body));
    const { payerId, sourceId, nonce = null, transactionDate: date, ...asked } = read.data;
    const known = nonce ? byNonce(nonce) : undefined;
    if (known) return { status: 403, body: { isNonceReplay: true, nonce, data: replayed(known, at) } };
    const payer = payers.get(payerId);
    const source = payer?.sources.find(({ id }) => id === (sourceId ?? id));
    if (!payer) return refusedBy(faultOf("PayerId", `Can't find payer with Id: ${payerId}`, payerId));
    if (!source) return refusedBy(faultOf("SourceId", `Can't find source with Id: ${sourceId}`, sourceId));
    if (date < addDays(sydney(at), -MAX_PAST_DAYS))
      return refusedBy(faultOf("TransactionDate", "Date can be up to 30 days in the past", date));
    const { amount, description = null, metadata = null } = asked;
    // As in Pinch's test mode.
    const code = /#([a-z-]+)/.exec(`${description} ${payer.firstName}`)?.[1] ?? null;
    const made: Debit = {
      id: newId("pmt"),
      payer,
      source,
      amount,
      description,
      metadata,
      nonce,
      date,
      runOn: nextBusinessDay(date > sydney(at) ? date : sydney(at)),
      outcomes: [code],
      attemptIds: [newId("att"), newId("att")],
      status: null,
      refunds: [],
    };
    debits.set(made.id, made);
    return { status: 201, body: scheduledOf(made, attemptsAt(made, at), true) };
  }

  const byNonce = (nonce: string) => [...debits.values()].find((one) => one.nonce === nonce);

  const replayed = (made: Debit, at: Date) => ({
    ...scheduledOf(made, attemptsAt(made, at), false),
    refunds: made.refunds.map(refundOf),
    nonce: made.nonce,
  });

  /** Those that have begun, each the business day after the result of the one before. */
  function attemptsAt({ runOn, outcomes, status }: Debit, at: Date): AttemptState[] {
    const day = sydney(at);
    const attempts: AttemptState[] = [];
    for (let from = runOn, n = 0; n < outcomes.length && (n === 0 || from <= day); n++) {
      const dishonour = outcomes[n] ?? null;
      const resultOn = addBusinessDays(from, RESULT_DAYS);
      const settlesOn = addBusinessDays(from, SETTLED_DAYS);
      const answered = dishonour ? "dishonoured" : day < settlesOn ? "approved" : "transferred";
      const own = day < from ? "scheduled" : day < resultOn ? "processing" : answered;
      attempts.push({ from, resultOn, settlesOn, status: status ?? own, dishonour });
      from = addBusinessDays(resultOn, 1);
    }
    return attempts;
  }

  /** The newest first. */
  function eventsAt(at: Date) {
    const results = new Map<CalendarDate, { made: Debit; attempt: AttemptState }[]>();
    for (const made of debits.values())
      for (const attempt of attemptsAt(made, at))
        if (attempt.resultOn <= sydney(at) && /^(dishonoured|approved|transferred)$/.test(attempt.status))
          results.set(attempt.resultOn, [...(results.get(attempt.resultOn) ?? []), { made, attempt }]);
    const days = [...results].filter(([day]) => !settings.hiddenDays.has(day));
    return days.sort(([one], [other]) => other.localeCompare(one)).map(([day, of]) => ({ day, of }));
  }

  function listEvents(
    { eventType, startDate = "", page = "1", pageSize = "50" }: Record<string, string>,
    at: Date,
  ): Reply {
    const listed = eventType === "bank-results" ? eventsAt(at).filter(({ day }) => day >= startDate) : [];
    return pageOf(listed.map(listedEvent), Number(page), Number(pageSize));
  }

  function withdraw(made: Debit | undefined, at: Date): Reply {
    const isScheduled = made && attemptsAt(made, at).every(({ status }) => status === "scheduled");
    if (!isScheduled) {
      const errorMessages = [faultOf("paymentId", "Payment not found")];
      return { status: 400, body: { errorMessages, successful: false } };
    }
    made.status = "cancelled";
    return { status: 200 };
  }

  return {
    settings,
    payers,
    debits,
    /** What has this nonce; undefined if nothing has. */
    withNonce(nonce: string, at: Date) {
      const made = byNonce(nonce);
      return made && replayed(made, at);
    },
    /** What a refund has to know; undefined if there is none with that id. */
    withId(id: string, at: Date) {
      const made = debits.get(id);
      return made && { ...made, status: attemptsAt(made, at).at(-1)?.status ?? "scheduled" };
    },
    /** What has been paid out of them, or withheld. */
    moved: (at: Date): Moved[] =>
      [...debits.values()].flatMap((made) =>
        attemptsAt(made, at).flatMap(({ status, settlesOn, resultOn }) => {
          if (status === "transferred") return settled(settlesOn, made, "bank-account");
          return status === "dishonoured" ? dishonoured(resultOn, made) : [];
        }),
      ),
    /** Null for what is none of a payer, a scheduled payment or an event. */
    answer(path: string, { method, query, body }: Call, at: Date): Reply | null {
      const [, id = "", of = ""] = path.split("/");
      const made = debits.get(id);
      switch (`${method} ${path}`) {
        case "POST payers":
          return createPayer(body);
        case "GET payers": {
          const found = [...payers.values()].filter((one) => one.emailAddress.includes(query.filter ?? ""));
          return pageOf(found.map(listedPayer), Number(query.page ?? 1), Number(query.pageSize ?? 50));
        }
        case `GET payers/${id}`:
          return payers.has(id) ? { status: 200, body: payers.get(id) } : { status: 404 };
        case "POST payments":
          return schedule(body, at);
        case `GET payments/${id}`:
          return made ? { status: 200, body: scheduledOf(made, attemptsAt(made, at), true) } : null;
        case `DELETE payments/${id}`:
          return withdraw(made, at);
        case `GET payments/payer/${of}`: {
          if (!payers.has(of)) return refusedBy(faultOf("payerId", `Could not find a payer with ID: ${of}`));
          const own = [...debits.values()].filter(({ payer }) => payer.id === of);
          return { status: 200, body: own.map((one) => scheduledOf(one, attemptsAt(one, at), true)) };
        }
        case "GET events":
          return listEvents(query, at);
        case `GET events/${id}`: {
          const event = eventsAt(at).find((one) => listedEvent(one).id === id);
          if (!event) return refusedBy(faultOf("eventId", `Could not find an event with ID: ${id}`));
          return { status: 200, body: eventOf(event, settings) };
        }
        default:
          return null;
      }
    },
  };
}

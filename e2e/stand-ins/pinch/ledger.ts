import { z } from "zod";
import { type Call, type Reply, refusedBy } from "./calls";
import { newId } from "./debit-objects";
import { debitsOf } from "./debits";
import {
  type Card,
  faultOf,
  listedPayment,
  type Made,
  paymentOf,
  type Refund,
  refundOf,
  replayedPayment,
  tokenOf,
} from "./objects";
import { transfersOf } from "./transfers";

export type Ledger = ReturnType<typeof ledgerOf>;

const cents = z.coerce.number().int().positive();
const text = z.string().nullish();
const cardBody = z.object({
  publishableKey: z.string(),
  cardNumber: z.string().regex(/^\d{12,19}$/),
  cardHolderName: z.string().default(""),
});
const paymentBody = z.object({
  amount: cents,
  token: text,
  creditCardToken: text,
  payerId: text,
  fullName: text,
  firstName: text,
  lastName: text,
  email: text,
  description: text,
  metadata: text,
  nonce: text,
});
const nonceBody = z.object({ nonce: z.string().max(250) });
const refundBody = z.object({ paymentId: z.string(), amount: cents, reason: z.string().min(1), nonce: text });

/** What Pinch keeps of one merchant in one mode. */
export function ledgerOf({ publishableKey, now }: { publishableKey: string; now(): Date }) {
  const { debits, payers, withNonce, withId, settings: ofDebits, moved, answer: answerOfDebits } = debitsOf();
  const cards = new Map<string, Card>();
  const payments = new Map<string, Made>();
  const byNonce = new Map<string, Made>();
  const refunds = new Map<string, Refund>();
  const refundByNonce = new Map<string, Refund>();
  const transfers = transfersOf(payments, refunds, moved);
  const settings = {
    /** A decline is answered with 201 or with 400, and may leave the nonce free. */
    dishonoursAs: 201,
    dishonourKeepsNonce: true,
    /** How many of the newest payments the lists do not have yet. */
    listLag: 0,
    listIsBare: false,
    amountsAreStrings: false,
    /** A payment can be refunded once it is through. */
    refundsAreEarly: false,
  };

  function charge(body: unknown): Reply {
    const read = paymentBody.safeParse(body);
    if (!read.success) return refusedBy(faultOf("Amount", "'Amount' must be greater than 0.", body));
    const { nonce, amount, description = null, metadata = null, email = null, ...asked } = read.data;
    const known = nonce ? byNonce.get(nonce) : undefined;
    if (known) return { status: 403, body: { isNonceReplay: true, nonce, data: replayedPayment(known) } };
    const { fullName, firstName, lastName, payerId } = asked;
    if ([fullName, firstName, payerId].filter(Boolean).length !== 1)
      return refusedBy(
        faultOf("FullName", "Supply a fullName only (no payerId or first/last names)", fullName),
      );
    const token = asked.token ?? asked.creditCardToken ?? "";
    const card = cards.get(token);
    if (!card) return refusedBy(faultOf("Token", `Invalid token: ${token}`, token));
    cards.delete(token);
    const payerName = fullName ?? [firstName, lastName].filter(Boolean).join(" ");
    // As in Pinch's test mode, and here also by the card's holder.
    const dishonour = /#([a-z-]+)/.exec(`${description} ${payerName} ${card.cardHolderName}`)?.[1] ?? null;
    const made: Made = {
      id: newId("pmt"),
      attemptId: newId("att"),
      amount,
      description,
      payerName,
      email,
      transactionDate: now().toISOString().replace("Z", "0000Z"),
      status: dishonour === null ? "approved" : "dishonoured",
      dishonour,
      card,
      metadata,
      nonce: nonce ?? null,
      refunds: [],
    };
    payments.set(made.id, made);
    if (nonce && (dishonour === null || settings.dishonourKeepsNonce)) byNonce.set(nonce, made);
    if (dishonour !== null && settings.dishonoursAs === 400)
      return refusedBy({ ...faultOf("", `The payment was dishonoured: ${dishonour}`), errorCode: dishonour });
    return { status: 201, body: paymentOf(made, true) };
  }

  function refund(body: unknown, at: Date): Reply {
    const read = refundBody.safeParse(body);
    if (!read.success) return refusedBy(faultOf("Reason", "'Reason' must not be empty.", body));
    const { nonce, paymentId, amount, reason } = read.data;
    const known = nonce ? refundByNonce.get(nonce) : undefined;
    if (known) return { status: 403, body: { isNonceReplay: true, nonce, data: refundOf(known) } };
    const debit = withId(paymentId, at);
    const paid = payments.get(paymentId) ?? debit;
    if (!paid) return refusedBy(faultOf("", `Could not find a payment with ID: ${paymentId}`));
    const isEarly = debit && ["scheduled", "processing", "approved"].includes(debit.status);
    if (settings.refundsAreEarly || isEarly)
      return refusedBy(faultOf("", "The payment has not been settled yet"));
    const back = paid.refunds.filter(({ status }) => !["failed", "cancelled-declined"].includes(status));
    if (
      paid.status !== (debit ? "transferred" : "approved") ||
      back.reduce((sum, one) => sum + one.amount, amount) > paid.amount
    )
      return refusedBy(faultOf("Amount", "The refund exceeds the payment's amount", amount));
    const requestedDate = at.toISOString();
    const id = newId("ref");
    const made: Refund = {
      id,
      paymentId,
      amount,
      reason,
      status: "requested",
      requestedDate,
      nonce: nonce ?? null,
    };
    paid.refunds.push(made);
    refunds.set(id, made);
    if (nonce) refundByNonce.set(nonce, made);
    return { status: 201, body: refundOf(made) };
  }

  function aboutNonce(body: unknown, shown: (nonce: string) => object | undefined): Reply {
    const read = nonceBody.safeParse(body);
    if (!read.success) return refusedBy(faultOf("Nonce", "'Nonce' must not be empty.", body));
    const { nonce } = read.data;
    const data = shown(nonce) ?? null;
    return { status: 200, body: { isNonceReplay: data !== null, nonce, data } };
  }

  /** The newest first. */
  function listProcessed({ page = "1", pageSize = "50", startDate = "" }: Record<string, string>): Reply {
    const all = [...payments.values()].filter((one) => one.transactionDate >= startDate).reverse();
    const listed = all.slice(settings.listLag);
    const size = Math.min(Number(pageSize), 500);
    const data = listed
      .slice((Number(page) - 1) * size, Number(page) * size)
      .map((one) => listedPayment(one, settings.amountsAreStrings ? String : Number));
    const totalPages = Math.ceil(listed.length / size);
    if (settings.listIsBare) return { status: 200, body: data };
    const numbers = { page: Number(page), pageSize: size, totalPages, totalItems: listed.length };
    return { status: 200, body: { ...numbers, data } };
  }

  function one<T>(found: T | undefined, propertyName: string, id: string, shown: (one: T) => object): Reply {
    if (found === undefined) return refusedBy(faultOf(propertyName, `Could not find one with Id: ${id}`));
    return { status: 200, body: shown(found) };
  }

  return {
    settings,
    ofDebits,
    ofTransfers: transfers.settings,
    debits,
    payers,
    payments,
    refunds,
    /** How often a nonce took money: more than once must never be. */
    timesCharged: (nonce: string) =>
      [...payments.values()].filter((made) => made.nonce === nonce && made.status === "approved").length,
    /** As the capture script does, without a page. */
    tokenFor(outcome: "approved" | (string & {}), cardNumber = "4242424242424242"): string {
      const cardHolderName = outcome === "approved" ? "Amelia Nguyen" : `#${outcome}`;
      return cardOf({ cardNumber, cardHolderName }).token;
    },
    createToken(body: unknown): Reply {
      const read = cardBody.safeParse(body);
      if (!read.success) return refusedBy(faultOf("CardNumber", "'Card Number' is not valid."));
      if (read.data.publishableKey !== publishableKey)
        return refusedBy(faultOf("", `Invalid publishable key: ${read.data.publishableKey}`));
      return { status: 200, body: tokenOf(cardOf(read.data)) };
    },
    answer(path: string, call: Call): Reply {
      const { method, headers, query, body } = call;
      if (headers["pinch-version"] !== "2020.1")
        return refusedBy(faultOf("", "Another version than was asked for"));
      const travelled = headers["time-travel"];
      const at = typeof travelled === "string" ? new Date(travelled) : now();
      const ofDebit = answerOfDebits(path, call, at) ?? transfers.answer(path, call, at);
      if (ofDebit) return ofDebit;
      const [first = "", id = ""] = path.split("/");
      switch (`${method} ${path}`) {
        case "POST payments/realtime":
          return charge(body);
        case "POST payments/nonce":
          return aboutNonce(body, (nonce) => {
            const charged = byNonce.get(nonce);
            return charged ? replayedPayment(charged) : withNonce(nonce, at);
          });
        case "POST refunds":
          return refund(body, at);
        case "POST refunds/nonce":
          return aboutNonce(body, (nonce) => {
            const made = refundByNonce.get(nonce);
            return made && refundOf(made);
          });
        case "GET payments/processed":
          return listProcessed(query);
        case `GET payments/${id}`:
          return one(payments.get(id), "id", id, (made) => paymentOf(made, true));
        // Pinch's documents do not agree on which of them it is.
        case `GET ${first === "refund" ? "refund" : "refunds"}/${id}`:
          return one(refunds.get(id), "refundId", id, refundOf);
        default:
          return { status: 404 };
      }
    },
  };

  function cardOf({ cardNumber, cardHolderName }: { cardNumber: string; cardHolderName: string }): Card {
    const cardScheme = cardNumber.startsWith("4")
      ? "visa"
      : cardNumber.startsWith("3")
        ? "amex"
        : "mastercard";
    const card = { token: newId("tkn"), cardHolderName, displayCardNumber: cardNumber.slice(-4), cardScheme };
    cards.set(card.token, card);
    return card;
  }
}

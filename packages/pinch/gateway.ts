import {
  type CardGateway,
  type ChargeResult,
  GatewayOutcomeUnknown,
  type ListedCharge,
  mayHoldMoney,
  onceSent,
} from "../../lib/gateway/port";
import { DAY_MS } from "../dates/time";
import { propertyOf } from "../text/narrow";
import {
  cardOf,
  declineCodeOf,
  declineIn,
  faultsIn,
  isAbout,
  isTokenFault,
  leftOf,
  type Payment,
  payment,
  readingOf,
  readMetadata,
  writeMetadata,
} from "./answers";
import { type Answer, type PinchAccount, pinchClient } from "./client";
import { pinchRefunds } from "./refunds";

/** A success counts, also if Pinch no longer tells with which card. */
const UNKNOWN_CARD = { scheme: "card", lastFour: "0000" };
const UNTIL = "until:";
/** Longer than Pinch's bearers live, so that a second one, after a 401, ends before it too: the promise is made once. */
const PROMISED_MS = 4_500_000;

/**
 * Pinch's real-time card payments. The key is the nonce. Pinch cannot close one, so a nonce that it has not seen counts as
 * closed once the bearer of its request has expired: the attempt's reference says when. It was never run against Pinch.
 */
export function createPinchGateway({
  id,
  ...account
}: PinchAccount & Pick<CardGateway, "id">): CardGateway & ReturnType<typeof pinchRefunds> {
  const pinch = pinchClient(account);

  const { read, unclear } = pinch;
  const ask = (key: string) => pinch.askFor("payments", payment, key);

  async function resultOf(key: string, told: Payment): Promise<ChargeResult> {
    if (!isAbout(key, told)) throw new GatewayOutcomeUnknown("Pinch told the result of another charge");
    const about = { key, amountCents: told.amount };
    const status = readingOf(told.status);
    if (status === null)
      throw new GatewayOutcomeUnknown("Pinch's payment does not say whether money was taken");
    if (status === "declined") return { ...about, status, declineCode: declineCodeOf(told) };
    const card = cardOf(told) ?? (await cardOfPayment(told.id)) ?? UNKNOWN_CARD;
    const paid = { ...about, status, card, receiptNumber: told.id };
    return leftOf(told) <= 0 ? { ...paid, isRefunded: true } : paid;
  }

  /** What Pinch says of a nonce lacks the card. */
  async function cardOfPayment(paymentId: string) {
    const answer = await pinch.send("GET", `payments/${encodeURIComponent(paymentId)}`);
    if (answer.status === 400 || answer.status === 404) return null;
    const told = read(payment, answer);
    return told.id === paymentId ? cardOf(told) : null;
  }

  async function resultOfCharge(key: string, amountCents: number, answer: Answer): Promise<ChargeResult> {
    const made = pinch.madeIn(payment, key, answer);
    if (made) return resultOf(key, made);
    if (answer.status !== 400) throw unclear(answer);
    const { found } = await ask(key);
    if (found) return resultOf(key, found);
    // The dishonour came as the error, and did not use up the nonce.
    const { data: dishonoured } = payment.safeParse(answer.body);
    if (dishonoured && readingOf(dishonoured.status) === "declined") return resultOf(key, dishonoured);
    const faults = faultsIn(answer.body);
    const declineCode = declineIn(faults);
    if (declineCode !== null) return { key, amountCents, status: "declined", declineCode };
    if (faults.some(isTokenFault)) return { key, amountCents, status: "refused", reason: "token_unknown" };
    throw unclear(answer);
  }

  return {
    ...pinchRefunds(pinch, account.timeoutMs),
    id,
    mode: account.mode,
    takesCharges: (isDoubtful = false) => pinch.acceptsUs(isDoubtful),
    async charge({ key, amountCents, token, ...order }, keep) {
      // No email: Pinch would write to the student itself.
      const name = `Order ${order.providerOrderId}`;
      const body = {
        amount: amountCents,
        fullName: name,
        description: name,
        token,
        nonce: key,
        metadata: writeMetadata(key, order),
      };
      const promised = new Date(pinch.now().getTime() + PROMISED_MS);
      const answer = await pinch.send("POST", "payments/realtime", {
        body,
        async before(until) {
          const isOurs = until <= promised && (!keep || (await keep(UNTIL + promised.toISOString())));
          if (!isOurs)
            throw new GatewayOutcomeUnknown("The attempt was ended, or took too long: it was not sent");
        },
      });
      return onceSent(() => resultOfCharge(key, amountCents, answer));
    },
    async findCharge(key) {
      const { found } = await ask(key);
      return found && resultOf(key, found);
    },
    // Its lists may lag behind, and know an order only by free text. A nonce is exact.
    async chargesOfOrder({ nextKeys }) {
      const keys = await nextKeys?.();
      if (!keys) return null;
      const results = await Promise.all(
        keys.map(async (key) => {
          const { found } = await ask(key);
          return found && resultOf(key, found);
        }),
      );
      const charges = results.filter(mayHoldMoney);
      return charges.length > 0 ? charges : "none_lately";
    },
    listCharges: async (since) => {
      const listed: ListedCharge[] = [];
      for await (const one of processed(since)) {
        const charge = listedOf(one);
        if (charge && charge.createdAt >= since) listed.push(charge);
      }
      return listed.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
    },
    async closeCharge(key, reference) {
      const { found, at } = await ask(key);
      if (found) return resultOf(key, found);
      // Nothing was sent, and `keep` will allow nothing any more.
      if (reference === null) return { key, amountCents: null, status: "closed" };
      const expiresAt = untilIn(reference);
      if (expiresAt && at >= expiresAt) return { key, amountCents: null, status: "closed" };
      return { status: "cannot_close", expiresAt };
    },
  };

  function processed(since: Date): AsyncGenerator<unknown> {
    // Pinch compares dates of a time zone that it does not name.
    const startDate = new Date(since.getTime() - DAY_MS).toISOString().slice(0, 10);
    return pinch.list("payments/processed", since.getTime() > DAY_MS ? { startDate } : {});
  }
}

/** Null if it is not ours, or took no money and never will. */
function listedOf(listed: unknown): ListedCharge | null {
  const ours = readMetadata(propertyOf(listed, "metadata"));
  if (!ours) return null;
  const told = payment.safeParse(listed).data;
  if (!told?.transactionDate)
    throw new GatewayOutcomeUnknown("Pinch lists a payment of ours without its facts");
  const { id, amount, status, transactionDate } = told;
  const reading = readingOf(status);
  if (!reading) return null;
  const zoned = /(Z|[+-]\d\d:\d\d)$/.test(transactionDate) ? transactionDate : `${transactionDate}Z`;
  return {
    key: ours.key,
    providerId: ours.provider,
    providerOrderId: ours.order,
    amountCents: amount,
    status: reading,
    createdAt: new Date(zoned),
    reference: id,
  };
}

function untilIn(reference: string | undefined): Date | undefined {
  const until = new Date(reference?.startsWith(UNTIL) ? reference.slice(UNTIL.length) : Number.NaN);
  return Number.isNaN(until.getTime()) ? undefined : until;
}

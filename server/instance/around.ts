import type { DebitProcessor } from "../../lib/gateway/debit-port";
import { type CardGateway, GatewayOutcomeUnknown } from "../../lib/gateway/port";
import { inTime, MINUTE_MS } from "../../packages/dates/time";

/** The calls of a gateway, as spans and metrics name them. */
type GatewayCall = Exclude<keyof CardGateway, "id" | "mode" | "takesCharges">;

export function around(
  gateway: CardGateway,
  call: <T>(name: GatewayCall, work: () => Promise<T>) => Promise<T>,
): CardGateway {
  return {
    id: gateway.id,
    mode: gateway.mode,
    takesCharges: (isDoubtful) => gateway.takesCharges(isDoubtful),
    charge: (request, keep) => call("charge", () => gateway.charge(request, keep)),
    findCharge: (key, reference) => call("findCharge", () => gateway.findCharge(key, reference)),
    chargesOfOrder: (order) => call("chargesOfOrder", () => gateway.chargesOfOrder(order)),
    listCharges: (since) => call("listCharges", () => gateway.listCharges(since)),
    closeCharge: (key, reference) => call("closeCharge", () => gateway.closeCharge(key, reference)),
    refund: (request) => call("refund", () => gateway.refund(request)),
    findRefund: (refund, reference) => call("findRefund", () => gateway.findRefund(refund, reference)),
  };
}

type DebitCall = "register" | "submit" | "find" | "changedSince" | "payoutsSince" | "refund" | "findRefund";

export function aroundDebits(
  processor: DebitProcessor,
  call: <T>(name: DebitCall, work: () => Promise<T>) => Promise<T>,
): DebitProcessor {
  const { payoutsSince, refunds } = processor;
  return {
    ...processor,
    register: (request) => call("register", () => processor.register(request)),
    submit: (request, now) => call("submit", () => processor.submit(request, now)),
    find: (debit, now) => call("find", () => processor.find(debit, now)),
    changedSince: (providerId, cursor, now) =>
      call("changedSince", () => processor.changedSince(providerId, cursor, now)),
    ...(payoutsSince && {
      payoutsSince: (providerId, cursor, now) =>
        call("payoutsSince", () => payoutsSince(providerId, cursor, now)),
    }),
    ...(refunds && {
      refunds: {
        refund: (request, now) => call("refund", () => refunds.refund(request, now)),
        find: (request, reference, now) => call("findRefund", () => refunds.find(request, reference, now)),
      },
    }),
  };
}

/**
 * After the time the outcome is unknown, whatever the gateway may still answer. A list may be long: whoever fetches it gives
 * up once nothing more comes.
 */
export const withTimeout = (gateway: CardGateway, milliseconds: number): CardGateway =>
  around(gateway, (name, work) => (name === "listCharges" ? work() : answered(work(), milliseconds)));

const LISTS: readonly DebitCall[] = ["changedSince", "payoutsSince"];
/** A page may take a processor many requests. Whoever reads it has other work to do in the same round. */
const MAX_PAGE_MS = 5 * MINUTE_MS;

export const debitsWithTimeout = (processor: DebitProcessor, milliseconds: number): DebitProcessor =>
  aroundDebits(processor, (name, work) =>
    answered(work(), LISTS.includes(name) ? Math.max(milliseconds, MAX_PAGE_MS) : milliseconds),
  );

const answered = <T>(work: Promise<T>, milliseconds: number): Promise<T> =>
  inTime(work, milliseconds, () => {
    throw new GatewayOutcomeUnknown(`The gateway did not answer within ${milliseconds} ms`);
  });

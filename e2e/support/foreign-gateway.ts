import type { CardGateway, ChargeOutcome, ChargeResult, ListedCharge } from "../../lib/gateway/port";
import { foreignRefunds } from "./foreign-refunds";

/** What a test does to it. */
interface Levers {
  /** Loses the answers to charges from now on: those that it never heard of, or those that it made. */
  loses(when: "before" | "after" | "never"): void;
  /** The student has acted at the bank. */
  act(key: string, outcome?: "succeeded" | "declined"): void;
  /** Lets go of a key by itself. */
  expire(key: string): void;
  /** The bank returns a refund that was accepted. */
  sendBack(key: string): void;
  /** Keeps its charges, and does not tell them by their order from now on. */
  forgetsOrders(): void;
}

interface Held extends ListedCharge {
  result: ChargeOutcome;
}

/**
 * A stranger's card gateway, in memory: without `closes` it cannot close a key, and may name the time at which it lets go of
 * one. With `asksStudent` the bank asks for more before it charges. The token "declines" is declined.
 */
export function foreignGateway(
  options: { asksStudent?: boolean; expiresAt?: Date; closes?: boolean } = {},
): CardGateway & Levers {
  const charges = new Map<string, Held>();
  const refunds = foreignRefunds((key) => charges.get(key));
  const resultOf = (key: string): ChargeResult | null => {
    const held = charges.get(key);
    if (!held) return null;
    return { key, amountCents: held.amountCents, ...held.result };
  };
  let knowsOrders = true;
  let lost: "before" | "after" | "never" = "never";

  function hold(
    key: string,
    result: ChargeOutcome,
    order = { providerId: "", providerOrderId: "", amountCents: 0 },
  ) {
    const held = charges.get(key) ?? { ...order, key, createdAt: new Date() };
    charges.set(key, { ...held, status: result.status === "succeeded" ? "succeeded" : "declined", result });
  }

  return {
    ...refunds,
    id: "foreign",
    mode: "test",
    takesCharges: async () => true,
    async charge({ key, token, ...order }) {
      if (lost === "before") throw new Error("the request was lost");
      if (!charges.has(key)) hold(key, decided(key, token), order);
      if (lost === "after") throw new Error("the answer was lost");
      return resultOf(key)!;
    },
    findCharge: async (key) => resultOf(key),
    chargesOfOrder: async (order) =>
      knowsOrders
        ? [...charges.values()].flatMap(({ key, amountCents, result, ...of }) =>
            of.providerId === order.providerId &&
            of.providerOrderId === order.providerOrderId &&
            (result.status === "succeeded" || result.status === "action_required")
              ? [{ key, amountCents, ...result }]
              : [],
          )
        : null,
    listCharges: async (since) =>
      [...charges.values()].filter(
        ({ createdAt, result }) => createdAt >= since && ["succeeded", "declined"].includes(result.status),
      ),
    async closeCharge(key) {
      if (options.closes && (charges.get(key)?.result.status ?? "action_required") === "action_required")
        hold(key, { status: "closed" });
      return resultOf(key) ?? { status: "cannot_close", expiresAt: options.expiresAt };
    },
    loses: (when) => {
      lost = when;
    },
    act(key, outcome = "succeeded") {
      if (charges.get(key)?.result.status !== "closed")
        hold(key, outcome === "succeeded" ? SUCCEEDED : DECLINED);
    },
    expire: (key) => hold(key, { status: "closed" }),
    forgetsOrders: () => {
      knowsOrders = false;
    },
  };

  function decided(key: string, token: string): ChargeOutcome {
    if (token === "declines") return DECLINED;
    return options.asksStudent ? { status: "action_required", url: `https://bank.test/${key}` } : SUCCEEDED;
  }
}

const SUCCEEDED: ChargeOutcome = {
  status: "succeeded",
  card: { scheme: "visa", lastFour: "4242" },
  receiptNumber: "F-1",
};
const DECLINED: ChargeOutcome = { status: "declined", declineCode: "generic_decline" };

import { z } from "zod";
import { traceparent } from "../tracing/span";
import { type CardGateway, GatewayNotReached, GatewayOutcomeUnknown, type SandboxExtras } from "./port";

const succeeded = z.object({
  status: z.literal("succeeded"),
  card: z.object({ scheme: z.string(), lastFour: z.string() }),
  receiptNumber: z.string(),
});
const actionRequired = z.object({
  status: z.literal("action_required"),
  // The portal shows it as a link, so no `javascript:` or the like.
  url: z.url({ protocol: /^https?$/ }).max(2048),
});
const result = z.discriminatedUnion("status", [
  succeeded,
  z.object({ status: z.literal("declined"), declineCode: z.string() }),
  z.object({ status: z.literal("refused"), reason: z.enum(["token_unknown", "token_already_used"]) }),
  z.object({ status: z.literal("closed") }),
  actionRequired,
]);
const closing = z.union([
  result,
  z.object({ status: z.literal("processing") }),
  z.object({ status: z.literal("cannot_close"), expiresAt: z.coerce.date().optional() }),
]);
const refunded = z.discriminatedUnion("status", [
  z.object({ status: z.enum(["succeeded", "pending"]) }),
  z.object({ status: z.literal("refused"), reason: z.enum(["charge_unknown", "more_than_charged"]) }),
]);
const ofOrder = z.array(
  z.object({
    key: z.string(),
    amountCents: z.int(),
    result: z.discriminatedUnion("status", [succeeded, actionRequired]),
  }),
);
const listed = z.array(
  z.object({
    key: z.string(),
    providerId: z.string(),
    providerOrderId: z.string(),
    amountCents: z.int(),
    status: z.enum(["succeeded", "declined"]),
    createdAt: z.coerce.date(),
  }),
);

interface Address {
  url: string;
  secret: string | undefined;
  timeoutMs: number;
}

/**
 * Whether connecting failed, so that no byte of the request was sent. The code alone does not tell: a host can also become
 * unreachable after the request was sent.
 */
function isNotSent(cause: unknown): boolean {
  if (cause instanceof AggregateError) return cause.errors.length > 0 && cause.errors.every(isNotSent);
  const { code, syscall } = (cause ?? {}) as { code?: unknown; syscall?: unknown };
  return code === "UND_ERR_CONNECT_TIMEOUT" || syscall === "connect" || syscall === "getaddrinfo";
}

/** For a gateway in another process; `lib/gateway/sandbox/server.ts` is the other end. */
export function createHttpGateway({
  id,
  mode,
  ...address
}: Address & Pick<CardGateway, "id" | "mode">): CardGateway {
  const call = callerOf(address);
  return {
    id,
    mode,
    charge: ({ key, ...charge }) => call("POST", `charges/${encodeURIComponent(key)}`, result, charge),
    findCharge: (key) => call("GET", `charges/${encodeURIComponent(key)}`, result.nullable()),
    chargesOfOrder: ({ providerId, providerOrderId }) => {
      const query = new URLSearchParams({ provider_id: providerId, provider_order_id: providerOrderId });
      return call("GET", `order-charges?${query}`, ofOrder.nullable());
    },
    listCharges: (since) =>
      call("GET", `charges?${new URLSearchParams({ since: since.toISOString() })}`, listed),
    closeCharge: (key) => call("POST", `charges/${encodeURIComponent(key)}/close`, closing),
    refund: (key, refund) => call("POST", `refunds/${encodeURIComponent(key)}`, refunded, refund),
    findRefund: (key) => call("GET", `refunds/${encodeURIComponent(key)}`, refunded.nullable()),
  };
}

/** For a sandbox whose gateway is another process. */
export function createHttpExtras(address: Address): SandboxExtras {
  const call = callerOf(address);
  return {
    async voidCharge(key) {
      await call("POST", `charges/${encodeURIComponent(key)}/void`, result);
    },
    forgetCharges: (keys) => call("POST", "forgotten-charges", z.int(), { keys }),
    chargesOf(providerId, providerOrderId) {
      const query = new URLSearchParams({ provider_id: providerId });
      if (providerOrderId !== undefined) query.set("provider_order_id", providerOrderId);
      return call("GET", `charges?${query}`, listed);
    },
  };
}

function callerOf({ url, secret, timeoutMs }: Address) {
  const base = new URL(url);
  base.pathname = base.pathname.replace(/\/*$/, "/");

  return async function call<T>(
    method: "GET" | "POST",
    path: string,
    schema: z.ZodType<T>,
    body?: object,
  ): Promise<T> {
    const trace = traceparent();
    let response: Response;
    try {
      response = await fetch(new URL(path, base), {
        method,
        headers: {
          "Content-Type": "application/json",
          ...(secret && { Authorization: `Bearer ${secret}` }),
          ...(trace !== null && { traceparent: trace }),
        },
        body: body && JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: "error",
      });
    } catch (cause) {
      if (isNotSent((cause as Error).cause))
        throw new GatewayNotReached("The gateway could not be reached", { cause });
      throw new GatewayOutcomeUnknown("The gateway's answer was lost", { cause });
    }
    if (response.status === 401)
      throw new GatewayNotReached("The gateway refused the secret that it was given");
    // `undefined`, because null is an answer: a key that was never seen.
    const parsed = schema.safeParse(await response.json().catch(() => undefined));
    if (!response.ok || !parsed.success)
      throw new GatewayOutcomeUnknown(`The gateway answered ${response.status} with what is not a result`);
    return parsed.data;
  };
}

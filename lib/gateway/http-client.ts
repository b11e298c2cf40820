import { z } from "zod";
import { type CardGateway, GatewayNotReached, GatewayOutcomeUnknown } from "./port";

const result = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("succeeded"),
    card: z.object({ scheme: z.string(), lastFour: z.string() }),
    receiptNumber: z.string(),
  }),
  z.object({ status: z.literal("declined"), declineCode: z.string() }),
  z.object({ status: z.literal("refused"), reason: z.enum(["token_unknown", "token_already_used"]) }),
  z.object({ status: z.literal("closed") }),
]);
const closing = z.union([result, z.object({ status: z.literal("processing") })]);
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

export interface HttpGatewayOptions {
  url: string;
  secret: string | undefined;
  mode: "test" | "live";
  timeoutMs: number;
}

/** Errors that can only come before a byte of the request was sent. */
const NOT_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** The port over HTTP, to a gateway in another process: `lib/gateway/sandbox/server.ts` is its other end. */
export function createHttpGateway({ url, secret, mode, timeoutMs }: HttpGatewayOptions): CardGateway {
  async function call<T>(
    method: "GET" | "POST",
    path: string,
    schema: z.ZodType<T>,
    body?: object,
  ): Promise<T> {
    let response: Response;
    try {
      response = await fetch(new URL(path, url), {
        method,
        headers: { "Content-Type": "application/json", ...(secret && { Authorization: `Bearer ${secret}` }) },
        body: body && JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: "error",
      });
    } catch (cause) {
      const code = (cause as { cause?: { code?: string } }).cause?.code ?? "";
      if (NOT_SENT.has(code)) throw new GatewayNotReached("The gateway could not be reached", { cause });
      throw new GatewayOutcomeUnknown("The gateway's answer was lost", { cause });
    }
    if (response.status === 401) throw new GatewayNotReached("The gateway refused GATEWAY_SECRET");
    const parsed = schema.safeParse(await response.json().catch(() => null));
    if (!response.ok || !parsed.success)
      throw new GatewayOutcomeUnknown(`The gateway answered ${response.status} with what is not a result`);
    return parsed.data;
  }

  return {
    mode,
    charge: ({ key, ...charge }) => call("POST", `/charges/${key}`, result, charge),
    findCharge: (key) => call("GET", `/charges/${key}`, result.nullable()),
    listCharges: ({ since, of }) => {
      const query = new URLSearchParams({ since: since.toISOString() });
      if (of?.providerId !== undefined) query.set("provider_id", of.providerId);
      if (of?.providerOrderId !== undefined) query.set("provider_order_id", of.providerOrderId);
      return call("GET", `/charges?${query}`, listed);
    },
    closeCharge: (key) => call("POST", `/charges/${key}/close`, closing),
  };
}

import { z } from "zod";
import {
  type CardGateway,
  GatewayNotReached,
  GatewayOutcomeUnknown,
  GatewayRefusedUs,
  opened,
  type SandboxExtras,
} from "../../lib/gateway/port";
import { isNotSent } from "../net/not-sent";
import { readJson } from "../net/read-json";
import { propertyOf } from "../text/narrow";
import { traceparent } from "../tracing/span";

const about = { key: z.string(), amountCents: z.int().positive() };
const succeeded = z.object({
  ...about,
  status: z.literal("succeeded"),
  card: z.object({ scheme: z.string(), lastFour: z.string() }),
  receiptNumber: z.string(),
  isRefunded: z.boolean().optional(),
});
const actionRequired = z.object({
  ...about,
  status: z.literal("action_required"),
  // The portal shows it as a link, so no `javascript:` or the like.
  url: z.url({ protocol: /^https?$/ }).max(2048),
});
const result = z.discriminatedUnion("status", [
  succeeded,
  z.object({ ...about, status: z.literal("declined"), declineCode: z.string() }),
  z.object({
    ...about,
    status: z.literal("refused"),
    reason: z.enum(["token_unknown", "token_already_used"]),
  }),
  z.object({ ...about, amountCents: about.amountCents.nullable(), status: z.literal("closed") }),
  actionRequired,
]);
const refund = { ...about, reference: z.string().optional() };
const refundResult = z.discriminatedUnion("status", [
  z.object({ ...refund, status: z.enum(["pending", "succeeded"]) }),
  z.object({ ...refund, status: z.literal("failed"), reason: z.string() }),
  z.object({
    ...refund,
    status: z.literal("refused"),
    reason: z.enum(["exceeds_paid", "not_yet", "not_applicable"]),
    possibleFrom: z.coerce.date().optional(),
  }),
]);
const closing = z.union([
  result,
  z.object({ status: z.literal("processing") }),
  z.object({ status: z.literal("cannot_close"), expiresAt: z.coerce.date().optional() }),
]);
const ofOrder = z.array(z.discriminatedUnion("status", [succeeded, actionRequired]));
const listed = z.array(
  z.object({
    key: z.string(),
    providerId: z.string(),
    providerOrderId: z.string(),
    amountCents: z.int(),
    status: z.enum(["succeeded", "declined"]),
    createdAt: z.coerce.date(),
    refundedCents: z.int().optional(),
  }),
);

interface Address {
  url: string;
  /** Opened at each call. If it cannot be opened, nothing is sent. */
  secret(): string | undefined;
  timeoutMs: number;
}

/** For a gateway in another process; `e2e/support/gateway-server.ts` is the other end. */
export function createHttpGateway({
  id,
  mode,
  ...address
}: Address & Pick<CardGateway, "id" | "mode">): CardGateway {
  const { call, isRefused } = callerOf(address);
  return {
    id,
    mode,
    async takesCharges(isDoubtful = false) {
      if (!isDoubtful && !isRefused()) return true;
      // Closing charges nothing and needs the same rights as a charge.
      const probe = call("POST", `charges/${PROBE_KEY}/close`, closing);
      return probe.then(
        () => true,
        () => false,
      );
    },
    charge: async ({ key, ...charge }) =>
      ofKey(key, await call("POST", `charges/${encodeURIComponent(key)}`, result, { body: charge })),
    findCharge: async (key) => {
      const found = await call("GET", `charges/${encodeURIComponent(key)}`, result.nullable());
      return found && ofKey(key, found);
    },
    chargesOfOrder: ({ providerId, providerOrderId }) => {
      const query = new URLSearchParams({ provider_id: providerId, provider_order_id: providerOrderId });
      return call("GET", `order-charges?${query}`, ofOrder.nullable());
    },
    listCharges: (since) =>
      call("GET", `charges?${new URLSearchParams({ since: since.toISOString() })}`, listed, { isLong: true }),
    closeCharge: async (key) =>
      ofKey(key, await call("POST", `charges/${encodeURIComponent(key)}/close`, closing)),
    async refund({ key, charge, amountCents }) {
      const body = { charge: charge.key, amountCents };
      return ofKey(key, await call("POST", `refunds/${encodeURIComponent(key)}`, refundResult, { body }));
    },
    async findRefund({ key, charge }) {
      const query = new URLSearchParams({ charge: charge.key });
      const path = `refunds/${encodeURIComponent(key)}?${query}`;
      const found = await call("GET", path, refundResult.nullable());
      return found && ofKey(key, found);
    },
  };
}

/** @throws GatewayOutcomeUnknown where it is another charge's result: something between has mixed up responses */
function ofKey<T extends object>(key: string, about: T): T {
  if (!("key" in about) || about.key === key) return about;
  throw new GatewayOutcomeUnknown("The gateway told the result of another key");
}

/** For a sandbox whose gateway is another process. */
export function createHttpExtras(address: Address): SandboxExtras {
  const { call } = callerOf(address);
  return {
    async voidCharge(key) {
      await call("POST", `charges/${encodeURIComponent(key)}/void`, result);
    },
    forgetCharges: (keys) => call("POST", "forgotten-charges", z.int(), { body: { keys } }),
    chargesOf(providerId, providerOrderId) {
      const query = new URLSearchParams({ provider_id: providerId });
      if (providerOrderId !== undefined) query.set("provider_order_id", providerOrderId);
      return call("GET", `charges?${query}`, listed);
    },
  };
}

/** No charge has this key. */
const PROBE_KEY = "probe";

/** A list of 10,000 charges has some 3 MB. */
const MAX_BODY_BYTES = 8_388_608;

const PIECE_BYTES = 16 * 1024;

function callerOf({ url, secret, timeoutMs }: Address) {
  const base = new URL(url);
  base.pathname = base.pathname.replace(/\/*$/, "/");
  /** Kept for this process: another one may have another secret. */
  let refused = false;

  async function call<T>(
    method: "GET" | "POST",
    path: string,
    schema: z.ZodType<T>,
    { body: sending, isLong = false }: { body?: object; isLong?: boolean } = {},
  ): Promise<T> {
    const bearer = opened(secret);
    const trace = traceparent();
    const time = new AbortController();
    const timer = setTimeout(() => time.abort(), timeoutMs).unref();
    // The time for all of a result; of a list, which may be long, for its next 16 KiB: one that drips is given up.
    let enough = PIECE_BYTES;
    const onChunk = (bytes: number) => {
      if (!isLong || bytes < enough) return;
      enough = bytes + PIECE_BYTES;
      timer.refresh();
    };
    // Node's fetch can miss the end of its signal, once the garbage collector has run.
    const ended = new Promise<never>((_, reject) => {
      time.signal.addEventListener("abort", () => reject(time.signal.reason));
    });
    ended.catch(() => {});
    let response: Response;
    try {
      const sent = fetch(new URL(path, base), {
        method,
        headers: {
          "Content-Type": "application/json",
          ...(bearer && { Authorization: `Bearer ${bearer}` }),
          ...(trace !== null && { traceparent: trace }),
        },
        body: sending && JSON.stringify(sending),
        signal: time.signal,
        redirect: "error",
      });
      response = await Promise.race([sent, ended]);
    } catch (cause) {
      if (isNotSent(propertyOf(cause, "cause")))
        throw new GatewayNotReached("The gateway could not be reached", { cause });
      throw new GatewayOutcomeUnknown("The gateway's answer was lost", { cause });
    }
    if (response.status === 401 || response.status === 403) {
      refused = true;
      await response.body?.cancel().catch(() => {});
      throw new GatewayRefusedUs(`The gateway refused our credentials: ${response.status}`);
    }
    // `undefined`, because null is a result: a key that was never seen.
    const body = Promise.race([readJson(response, MAX_BODY_BYTES, onChunk), ended]);
    const parsed = schema.safeParse(await body.catch(() => undefined));
    if (!response.ok || !parsed.success)
      throw new GatewayOutcomeUnknown(`The gateway answered ${response.status} with what is not a result`);
    // Credentials that may only read tell nothing about charges.
    if (method === "POST") refused = false;
    return parsed.data;
  }
  return { call, isRefused: () => refused };
}

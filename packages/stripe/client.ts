import type Stripe from "stripe";
import { GatewayNotReached, GatewayOutcomeUnknown, GatewayRefusedUs, opened } from "../../lib/gateway/port";
import { isNotSent } from "../net/not-sent";

export interface StripeAccess {
  /** Opened at each call. If it cannot be opened, nothing is sent. */
  secret(): string;
  /** A connected account, for which a platform's secret acts. */
  externalAccount: string | null;
  timeoutMs: number;
  /** Where a stand-in listens. */
  baseUrl?: URL | undefined;
}

/** Stripe read the request and refused it. What that means for the charge depends on the step. */
export class Refusal extends GatewayOutcomeUnknown {
  override name = "Refusal";

  constructor(
    message: string,
    readonly reason: { status: number; code?: string; declineCode?: string; param?: string },
  ) {
    super(message);
  }
}

type Sdk = typeof Stripe;

/**
 * Stripe's own client, loaded at the first call. Its errors hold client secrets and addresses of bank pages, so what leaves
 * here has none of them as its cause.
 */
export function stripeClient({ secret, externalAccount, timeoutMs, baseUrl }: StripeAccess) {
  let kept: { secret: string; client: Stripe } | null = null;
  /** Kept for this process: another one may have another secret. */
  let refused = false;

  function clientOf(sdk: Sdk): Stripe {
    const key = opened(secret);
    if (kept?.secret === key) return kept.client;
    const client = new sdk(key, {
      // It sends a request whose connection broke a second time all the same, with the same idempotency key.
      maxNetworkRetries: 0,
      timeout: timeoutMs,
      telemetry: false,
      ...(externalAccount !== null && { stripeAccount: externalAccount }),
      ...(baseUrl && { host: baseUrl.hostname, port: baseUrl.port || "80", protocol: "http" }),
    });
    kept = { secret: key, client };
    return client;
  }

  /** @throws Refusal, or what the port names */
  async function ask<T>(work: (stripe: Stripe) => PromiseLike<T>): Promise<T> {
    const { default: sdk } = await import("stripe");
    const client = clientOf(sdk);
    try {
      return await work(client);
    } catch (error) {
      const fault = faultOf(error, sdk.errors);
      if (fault instanceof GatewayRefusedUs) refused = true;
      throw fault;
    }
  }

  return {
    ask,
    isRefused: () => refused,
    accepted() {
      refused = false;
    },
  };
}

/** For a step that takes no money. @throws GatewayNotReached if Stripe refuses it */
export const takingNothing = <T>(step: Promise<T>): Promise<T> =>
  step.catch((cause) => {
    const refusedUs = cause instanceof GatewayRefusedUs;
    if (!refusedUs && !(cause instanceof Refusal)) throw cause;
    throw new GatewayNotReached(cause.message, { refusedUs, cause });
  });

/** Its client goes by the status alone, which a server in between may have given. */
const REFUSALS = ["card_error", "invalid_request_error"];

function faultOf(error: unknown, errors: Sdk["errors"]): Error {
  if (!(error instanceof errors.StripeError))
    return new GatewayOutcomeUnknown("Stripe's answer could not be read");
  const { statusCode: status, code, rawType, param } = error;
  if (error instanceof errors.StripeConnectionError)
    return isNotSent(error.detail)
      ? new GatewayNotReached("Stripe could not be reached")
      : new GatewayOutcomeUnknown("Stripe's answer was lost");
  const named = `${status ?? "what is no result"}${code && /^[a-z_]+$/.test(code) ? ` (${code})` : ""}`;
  if (status === 401 || status === 403)
    return new GatewayRefusedUs(`Stripe refused our credentials: ${named}`);
  const isRefusal =
    error instanceof errors.StripeInvalidRequestError || error instanceof errors.StripeCardError;
  if (status === undefined || !isRefusal || !REFUSALS.includes(rawType ?? ""))
    return new GatewayOutcomeUnknown(`Stripe answered ${named}`);
  return new Refusal(`Stripe refused with ${named}`, {
    status,
    ...(code !== undefined && { code }),
    ...(error.decline_code !== undefined && { declineCode: error.decline_code }),
    ...(param !== undefined && { param }),
  });
}

import { z } from "zod";
import { createPinchGateway } from "../../packages/pinch/gateway";
import { createStripeGateway } from "../../packages/stripe/gateway";
import type { Candidate } from "../support/gateway-promises";

const TIMEOUT_MS = 30_000;
/** How far back its list of charges is read: a test account may be old. */
const LOOKS_BACK_MS = 3_600_000;

const account = z.object({
  kind: z.enum(["stripe", "pinch"]),
  publishableKey: z.string(),
  secret: z.string(),
  externalAccount: z.string().nullable(),
  /** Where a stand-in listens. */
  api: z.url().optional(),
  auth: z.url().optional(),
});

/** The account that the command names, always in test mode. @param text what it has passed on in the environment */
export function candidateOf(text: string): Candidate {
  const { kind, publishableKey, secret, externalAccount, api, auth } = account.parse(JSON.parse(text));
  const access = {
    id: "rehearsal",
    mode: "test" as const,
    secret: () => secret,
    externalAccount,
    timeoutMs: TIMEOUT_MS,
  };
  const begun = new Date();
  const about = { rehearsesSince: new Date(begun.getTime() - LOOKS_BACK_MS) };
  switch (kind) {
    case "stripe":
      return {
        ...about,
        gateway: createStripeGateway({ ...access, baseUrl: api === undefined ? undefined : new URL(api) }),
        token: (outcome) =>
          outcome === "succeeds" ? "pm_card_visa" : "pm_card_visa_chargeDeclinedInsufficientFunds",
      };
    case "pinch": {
      const bases = api !== undefined && auth !== undefined && { api: new URL(api), auth: new URL(auth) };
      const tokens = new URL("/test/tokens", bases ? bases.api : "https://api.getpinch.com.au");
      return {
        ...about,
        // The time until which a request may charge is its reference, which the suite wants to be the same each time.
        gateway: createPinchGateway({ ...access, now: () => begun, ...(bases && { bases }) }),
        token: () => pinchToken(tokens, publishableKey),
        // In test mode it declines what says so.
        declinedOrder: "#insufficient-funds",
      };
    }
    default:
      return kind satisfies never;
  }
}

async function pinchToken(url: URL, publishableKey: string): Promise<string> {
  const card = {
    cardNumber: "4242424242424242",
    cvc: "123",
    expiryMonth: 12,
    expiryYear: new Date().getFullYear() + 2,
    cardHolderName: "Amelia Nguyen",
  };
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", "pinch-version": "2020.1" },
    body: JSON.stringify({ publishableKey, ...card }),
  });
  const { data } = z.object({ token: z.string() }).safeParse(await response.json().catch(() => null));
  if (!data) throw new Error(`Pinch gave no token for a test card: it answered ${response.status}`);
  return data.token;
}

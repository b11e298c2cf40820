import { z } from "zod";
import { createPinchDebits } from "../../packages/pinch/debits";
import { createPinchGateway } from "../../packages/pinch/gateway";
import { createStripeDebits } from "../../packages/stripe/debits";
import { createStripeGateway } from "../../packages/stripe/gateway";
import type { DebitCandidate } from "../support/debit-promises";
import type { Candidate } from "../support/gateway-promises";

const TIMEOUT_MS = 30_000;
/** How far back its list of charges is read: a test account may be old. */
const LOOKS_BACK_MS = 3_600_000;

const account = z.object({
  kind: z.enum(["stripe", "pinch"]),
  publishableKey: z.string(),
  secret: z.string(),
  externalAccount: z.string().nullable(),
  takesCards: z.boolean(),
  takesDebits: z.boolean(),
  /** Where a stand-in listens. */
  api: z.url().optional(),
  auth: z.url().optional(),
});

/**
 * What is rehearsed of the account that the command names, always in test mode.
 * @param text what it has passed on in the environment
 */
export function candidatesOf(text: string): { cards: Candidate | null; debits: DebitCandidate | null } {
  const told = account.parse(JSON.parse(text));
  return { cards: told.takesCards ? cardsOf(told) : null, debits: told.takesDebits ? debitsOf(told) : null };
}

type Told = z.infer<typeof account>;

const accessOf = ({ secret, externalAccount }: Told) => ({
  id: "rehearsal",
  mode: "test" as const,
  secret: () => secret,
  externalAccount,
  timeoutMs: TIMEOUT_MS,
});

const stripeAt = ({ api }: Told) => (api === undefined ? undefined : new URL(api));
const pinchAt = ({ api, auth }: Told) =>
  api !== undefined && auth !== undefined ? { api: new URL(api), auth: new URL(auth) } : undefined;

function cardsOf(told: Told): Candidate {
  const begun = new Date();
  const about = { rehearsesSince: new Date(begun.getTime() - LOOKS_BACK_MS) };
  switch (told.kind) {
    case "stripe":
      return {
        ...about,
        gateway: createStripeGateway({ ...accessOf(told), baseUrl: stripeAt(told) }),
        token: (outcome) =>
          outcome === "succeeds" ? "pm_card_visa" : "pm_card_visa_chargeDeclinedInsufficientFunds",
      };
    case "pinch": {
      const bases = pinchAt(told);
      const tokens = new URL("/test/tokens", bases ? bases.api : "https://api.getpinch.com.au");
      return {
        ...about,
        // The time until which a request may charge is its reference, which the suite wants to be the same each time.
        gateway: createPinchGateway({ ...accessOf(told), now: () => begun, ...(bases && { bases }) }),
        token: () => pinchToken(tokens, told.publishableKey),
        // In test mode it declines what says so.
        declinedOrder: "#insufficient-funds",
      };
    }
    default:
      return told.kind satisfies never;
  }
}

/** Bank accounts that the vendors publish for test mode. */
const TEST_ACCOUNT = { accountName: "Mia Chen", bsb: "000000", accountNumber: "000123456" };

function debitsOf(told: Told): DebitCandidate {
  const rehearsed = { another: null, lostCents: null, now: new Date(), at: () => null };
  const about = { ...rehearsed, account: TEST_ACCOUNT };
  switch (told.kind) {
    case "stripe":
      return { ...about, processor: createStripeDebits({ ...accessOf(told), baseUrl: stripeAt(told) }) };
    case "pinch":
      return {
        ...about,
        checksDates: true,
        processor: createPinchDebits({ ...accessOf(told), bases: pinchAt(told) }),
      };
    default:
      return told.kind satisfies never;
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

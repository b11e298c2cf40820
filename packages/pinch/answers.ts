import { z } from "zod";
import type { ChargeOutcome, OrderReference } from "../../lib/gateway/port";
import { isKeyOf, propertyOf } from "../text/narrow";

/** Samples have cents as numbers, and as strings too. */
export const cents = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .pipe(z.int().positive());
export const nonces = z.union([z.string(), z.array(z.string())]).nullish();
const currency = z.literal("AUD").nullish();

const attempt = z.object({
  source: z.object({ cardScheme: z.string().nullish(), displayCardNumber: z.string().nullish() }).nullish(),
  dishonour: z.unknown(),
});

export const payment = z.object({
  id: z.string().min(1),
  amount: cents,
  currency,
  status: z.string(),
  transactionDate: z.string().nullish(),
  estimatedTransferDate: z.string().nullish(),
  attempts: z.array(attempt).nullish(),
  refunds: z.array(z.object({ amount: cents, status: z.string() })).nullish(),
  metadata: z.unknown(),
  nonce: nonces,
});
export type Payment = z.infer<typeof payment>;

/** What Pinch says of a nonce. `data` is absent or null if it never saw it. */
export const aboutNonce = <T>(data: z.ZodType<T>) =>
  z.object({ isNonceReplay: z.boolean(), nonce: z.string(), data: data.nullish() });

/** A page of a list. Some lists are bare arrays, although they are documented as pages. */
export const listPage = z.union([
  z.object({ totalPages: z.coerce.number().int(), data: z.array(z.unknown()) }),
  z.array(z.unknown()).transform((data) => ({ totalPages: null, data })),
]);

const READINGS = {
  approved: "succeeded",
  settled: "succeeded",
  transferred: "succeeded",
  dishonoured: "declined",
} as const;

/** Null for a status that does not say whether money was taken, or may still change. */
export const readingOf = (status: string) => (isKeyOf(READINGS, status) ? READINGS[status] : null);

/** `insufficient-funds`; older answers write InsufficientFunds. */
export const spelled = (code: unknown) =>
  typeof code === "string" ? code.replace(/([a-z])(?=[A-Z])/g, "$1-").toLowerCase() : "";

const DECLINES = {
  "insufficient-funds": "insufficient_funds",
  "temporary-problem": "processing_error",
  "technical-error": "processing_error",
  "blocked-by-bank": "generic_decline",
  "invalid-card": "generic_decline",
  "unsupported-card": "generic_decline",
};

/** Null for what is no dishonour that we know. */
function declineOf(code: unknown): string | null {
  const known = spelled(code);
  return isKeyOf(DECLINES, known) ? DECLINES[known] : null;
}

export function declineCodeOf({ attempts }: Payment): string {
  const dishonour = attempts?.at(-1)?.dishonour;
  const codes = [propertyOf(dishonour, "type"), propertyOf(dishonour, "dishonourType")];
  return codes.map(declineOf).find((code) => code !== null) ?? "generic_decline";
}

export function cardOf({
  attempts,
}: Payment): Extract<ChargeOutcome, { status: "succeeded" }>["card"] | null {
  const source = attempts?.at(-1)?.source;
  const lastFour = source?.displayCardNumber?.slice(-4) ?? "";
  return source?.cardScheme && /^\d{4}$/.test(lastFour)
    ? { scheme: source.cardScheme.toLowerCase(), lastFour }
    : null;
}

/** Whether an answer, as far as it says, is about the key. */
export function isAbout(key: string, { nonce: told, metadata }: Payment): boolean {
  const ours = readMetadata(metadata);
  return isNonceOf(key, told) && (ours === null || ours.key === key);
}

export const isNonceOf = (key: string, told: z.infer<typeof nonces>): boolean =>
  told === null || told === undefined || [told].flat().includes(key);

export const refundFailed = (status: string): boolean =>
  status === "failed" || status === "cancelled-declined";

/** What is left of a payment to refund, if none of its refunds fails later. */
export function leftOf({ amount, refunds }: Payment): number {
  const back = (refunds ?? []).filter(({ status }) => !refundFailed(status));
  return amount - back.reduce((sum, one) => sum + one.amount, 0);
}

const kept = z.object({
  checkout: z.literal("provider-checkout"),
  key: z.string(),
  provider: z.string(),
  order: z.string(),
});

export const writeMetadata = (key: string, { providerId, providerOrderId }: OrderReference) =>
  JSON.stringify({
    checkout: "provider-checkout",
    key,
    provider: providerId,
    order: providerOrderId,
  } satisfies z.infer<typeof kept>);

/** Null if we did not write it: it is free text, and others charge through the same account. */
export const readMetadata = (metadata: unknown) => readOwn(kept, metadata);

export function readOwn<T>(schema: z.ZodType<T>, metadata: unknown): T | null {
  if (typeof metadata !== "string") return null;
  try {
    return schema.safeParse(JSON.parse(metadata)).data ?? null;
  } catch {
    return null;
  }
}

const fault = z.object({
  propertyName: z.string().nullish(),
  errorMessage: z.string().nullish(),
  errorCode: z.string().nullish(),
});
const faults = z.union([
  z.array(fault),
  z.object({ errorMessages: z.array(fault) }).transform(({ errorMessages }) => errorMessages),
  z
    .object({ errors: z.array(z.object({ message: z.string().nullish(), field: z.string().nullish() })) })
    .transform(({ errors }) =>
      errors.map(({ message, field }) => ({ propertyName: field, errorMessage: message, errorCode: null })),
    ),
]);
type Fault = z.infer<typeof fault>;

/** Pinch has three shapes of errors. Empty for anything else. */
export function faultsIn(body: unknown): Fault[] {
  const read = faults.safeParse(body);
  return read.success ? read.data : [];
}

export const isTokenFault = ({ propertyName, errorMessage }: Fault) =>
  /token/i.test(propertyName || (errorMessage ?? ""));

/** The code of a card's dishonour that came as an error, as ours. */
export const declineIn = (found: readonly Fault[]): string | null =>
  found.map(({ errorCode }) => declineOf(errorCode)).find((code) => code !== null) ?? null;

/** For the log. A message or a value could quote what was sent, so neither is in it. */
export function namesOf(found: readonly Fault[]): string {
  const names = found.map(({ propertyName, errorCode }) =>
    [propertyName, errorCode].map(word).join(" ").trim(),
  );
  return names.filter((name) => name !== "").join(", ");
}

const word = (text: string | null | undefined) => (/^[A-Za-z.-]{1,40}$/.test(text ?? "") ? text : "");

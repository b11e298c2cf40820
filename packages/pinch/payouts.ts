import { z } from "zod";
import { type PayoutLine, payoutsIn } from "../../lib/gateway/payout-port";
import { GatewayOutcomeUnknown } from "../../lib/gateway/port";
import { bankDay } from "../dates/zone";
import { present, propertyOf } from "../text/narrow";
import { nonces, readMetadata } from "./answers";
import type { pinchClient } from "./client";
import { dayOf, readDebit } from "./debit-answers";

type Client = ReturnType<typeof pinchClient>;

/** Samples have cents as numbers, and as strings too. */
const cents = z.coerce.number().int();
const transfer = z.object({
  id: z.string().min(1),
  transferDate: z.string(),
  amount: cents,
  currency: z.string(),
  status: z.string(),
});
const item = z.object({
  id: z.string().nullish(),
  type: z.string(),
  gross: cents,
  total: cents,
  metadata: z.unknown().optional(),
});
type Item = z.infer<typeof item>;
const detailed = z.object({ summary: z.array(item.omit({ type: true }).extend({ name: z.string() })) });
const refund = z.object({ id: z.string(), amount: cents, transferId: z.string().nullish(), nonce: nonces });
type Refund = z.infer<typeof refund>;

/** Any other may still end either way: it is told once it is one of these. */
const OUTCOMES: ReadonlyMap<string, "paid" | "failed"> = new Map([
  ["complete", "paid"],
  ["failed", "failed"],
]);

/**
 * Transfers with their line items. Pinch leaves open: whether an item has the payment's metadata, and whose id a refund's item
 * has, so both are looked up; whether the fee of the transfer is an item, so the summary fills up what is missing; which sign
 * the gross of a refund has; whether a dishonour takes money back or is only charged for. A type that we do not know is `other`.
 */
export const pinchPayouts = (client: Client, cursor: string | null, now: Date) =>
  payoutsIn(
    cursor,
    bankDay(now),
    () => listed(client, now),
    (payout) => linesOf(client, payout, now),
  );

/** All of them, because Pinch takes no dates. */
async function listed({ list }: Client, now: Date) {
  const all = [];
  for await (const one of list("transfers", {}, now)) {
    const { id: reference, transferDate, amount: amountCents, currency, status } = read(transfer, one);
    const day = present(dayOf(transferDate), "day of a transfer");
    const outcome = OUTCOMES.get(status) ?? null;
    all.push({ reference, day, paidOn: day, amountCents, currency, outcome });
  }
  return all;
}

async function linesOf(
  client: Client,
  { reference, amountCents }: { reference: string; amountCents: number },
  now: Date,
): Promise<PayoutLine[]> {
  const path = encodeURIComponent(reference);
  const items: Item[] = [];
  // A payment and its dishonour may have the same id.
  for await (const one of client.list(`transfers/items/${path}`, {}, now, JSON.stringify))
    items.push(read(item, one));
  const given: Refund[] = [];
  if (items.some(({ type }) => plain(type) === "refund"))
    for await (const one of client.list("refunds", {}, now)) given.push(read(refund, one));
  const lines: PayoutLine[] = [];
  for (const one of items) lines.push(await lineOf(client, one, reference, given, now));
  if (lines.reduce((sum, { netCents }) => sum + netCents, 0) === amountCents) return lines;
  const { summary } = client.read(detailed, await client.send("GET", `transfers/${path}`, { at: now }));
  for (const { name, ...sums } of summary)
    if (sums.total !== 0 && !items.some(({ type }) => plain(type) === plain(name)))
      lines.push(toLine({ ...sums, type: name, id: `${reference} ${name}` }, null));
  return lines;
}

function read<T>(schema: z.ZodType<T>, told: unknown): T {
  const { data, success } = schema.safeParse(told);
  if (!success) throw new GatewayOutcomeUnknown("Pinch tells of a transfer oddly");
  return data;
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z]|s$/g, "");

/** @param given of which a refund that is found is taken out */
async function lineOf(client: Client, one: Item, of: string, given: Refund[], now: Date) {
  const type = plain(one.type);
  if (type === "refund") {
    const found =
      given.find(({ id }) => id === one.id) ??
      given.find((made) => made.transferId === of && made.amount === Math.abs(one.gross));
    if (found) given.splice(given.indexOf(found), 1);
    return toLine(one, [found?.nonce].flat()[0] ?? null);
  }
  if (type !== "settlement" && type !== "dishonour") return toLine(one, null);
  const metadata = one.metadata ?? (await metadataOf(client, one.id, now));
  const debit = readDebit(metadata);
  return toLine(one, debit?.key ?? readMetadata(metadata)?.key ?? null, debit !== null);
}

async function metadataOf({ send, unclear }: Client, id: Item["id"], now: Date): Promise<unknown> {
  if (!id?.startsWith("pmt_")) return null;
  const answer = await send("GET", `payments/${encodeURIComponent(id)}`, { at: now });
  if (answer.status === 400 || answer.status === 404) return null;
  if (answer.status !== 200) throw unclear(answer);
  return propertyOf(answer.body, "metadata");
}

/** The fee is what was withheld, because a merchant may be billed for fees apart. */
function toLine(one: Item, key: string | null, isDebit = false): PayoutLine {
  const { id, type, gross, total: netCents } = one;
  const kind = kindOf(one, isDebit);
  const taken = kind === "refund" || kind === "reversal" ? -Math.abs(gross) : gross;
  const grossCents = kind === "fee" ? 0 : taken;
  const about = { kind, reference: id ?? type, key: kind === "fee" ? null : key };
  return { ...about, grossCents, feeCents: grossCents - netCents, netCents };
}

function kindOf({ type, gross, total }: Item, isDebit: boolean): PayoutLine["kind"] {
  const name = plain(type);
  switch (name) {
    case "settlement":
      return isDebit ? "debit" : "charge";
    case "refund":
      return "refund";
    case "dishonour":
      return gross !== 0 && Math.abs(total) >= Math.abs(gross) ? "reversal" : "fee";
    default:
      return name.endsWith("fee") ? "fee" : "other";
  }
}

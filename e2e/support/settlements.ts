import { settlement, settlementLine } from "../../drizzle/schema";
import { newId } from "../../lib/domain/ids";
import { database, type TestProvider } from "./provider";

/** A payout with an adjustment of nothing, as if a processor had told it. */
export async function settlementOf({ id: providerId }: Pick<TestProvider, "id">, db = database()) {
  const id = newId("stl");
  const times = { createdAt: new Date(), updatedAt: new Date() };
  const about = { gateway: "sandbox", reference: `payout ${id}`, paidOn: "2026-12-01", currency: "AUD" };
  await db
    .insert(settlement)
    .values({ providerId, id, ...about, ...times, amountCents: 0, status: "matched" });
  const line = { providerId, settlementId: id, number: 0, kind: "other", reference: "adjustment" } as const;
  await db.insert(settlementLine).values({ ...line, grossCents: 0, feeCents: 0, netCents: 0 });
  return id;
}

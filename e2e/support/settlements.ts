import { settlement } from "../../drizzle/schema";
import { newId } from "../../lib/domain/ids";
import { database, type TestProvider } from "./provider";

/** A payout without lines, as if a processor had told it. */
export async function settlementOf({ id: providerId }: Pick<TestProvider, "id">): Promise<string> {
  const id = newId("stl");
  const times = { createdAt: new Date(), updatedAt: new Date() };
  const about = { gateway: "sandbox", reference: `payout ${id}`, paidOn: "2026-12-01", currency: "AUD" };
  await database()
    .insert(settlement)
    .values({ providerId, id, ...about, ...times, amountCents: 0, status: "matched" });
  return id;
}

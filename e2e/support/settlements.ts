import { settlement, settlementLine } from "../../drizzle/schema";
import { listAlerts } from "../../lib/db/alerts";
import type { Db } from "../../lib/db/client";
import { newId } from "../../lib/domain/ids";
import { ok } from "./answer";
import type { Api } from "./api";
import type { Body } from "./bodies";
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

/** All settlements with their lines, oldest first. */
export async function settlements({ client }: { client: Api }): Promise<Body[]> {
  const found: Body[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: Body = ok(await client.get(`/v1/settlements?limit=3${cursor && `&cursor=${cursor}`}`)).body;
    for (const { settlement_id } of page.data)
      found.push(ok(await client.get(`/v1/settlements/${settlement_id}`)).body);
    cursor = page.next_cursor;
  }
  return found.reverse();
}

export const problemsOf = (all: Body[]): string[] =>
  all.flatMap((one) => [one, ...one.lines].flatMap(({ problem }) => problem ?? [])).sort();

export const openAlerts = async ({ db, provider }: { db: Db; provider: Pick<TestProvider, "id"> }) =>
  (await listAlerts(db, { all: false })).filter(({ details }) => details.provider_id === provider.id);

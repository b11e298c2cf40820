import { eq } from "drizzle-orm";
import { checkout } from "../../drizzle/schema";
import { openDatabase } from "../../lib/db/client";
import type { Id } from "../../lib/domain/ids";

/**
 * Locks a checkout's row, as somebody's transaction would that does not end.
 * @returns what ends that transaction; it may be called again
 */
export async function lockCheckout(url: string, checkoutId: string): Promise<() => Promise<void>> {
  const { db, close } = openDatabase({ url, poolSize: 1, prepare: true, name: "holds-a-lock" });
  let release = () => {};
  const over = new Promise<void>((resolve) => {
    release = resolve;
  });
  let ended: Promise<void> | undefined;
  await new Promise<void>((locked, failed) => {
    ended = db.transaction(async (tx) => {
      await tx
        .select({ id: checkout.id })
        .from(checkout)
        .where(eq(checkout.id, checkoutId as Id<"chk">))
        .for("update");
      locked();
      await over;
    });
    ended.catch(failed);
  });
  return async () => {
    release();
    await ended;
    await close();
  };
}

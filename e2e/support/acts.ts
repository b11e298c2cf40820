import { CheckoutError } from "../../lib/domain/errors";
import type { Id } from "../../lib/domain/ids";
import { recorded } from "../../lib/staff/acts";
import { database } from "./provider";
import { callerAt } from "./staff";

type At = Parameters<typeof callerAt>[0];
export const REASON = "The student called on Monday";

/**
 * Records that somebody put a plan on hold, as the console does it, without doing it.
 * @param how `asked`: the service stopped meanwhile
 */
export async function recordHold(
  at: At,
  checkoutId: string,
  how: "done" | "refused" | "asked" = "done",
  reason = REASON,
): Promise<void> {
  const act = { action: "hold", checkoutId: checkoutId as Id<"chk">, subject: null, reason } as const;
  const work = async () => {
    if (how === "refused") throw new CheckoutError("plan_change_not_applicable", "The plan has ended");
    if (how === "asked") throw new Error("The process is gone");
    return { after: { status: "On Hold", hold: { reason: "person" }, paused_until: null }, result: null };
  };
  const before = { status: "Active", paused_until: null };
  await recorded({ db: database() }, callerAt(at, "support"), { ...act, before }, work).catch(() => null);
}

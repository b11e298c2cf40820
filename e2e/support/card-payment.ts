import { type Id, newId } from "../../lib/domain/ids";
import { payInstalments } from "../../lib/plans/pay";
import { timed } from "../../packages/dates/time";
import type { Deps } from "../../server/instance/deps";
import { cardToken } from "./bodies";

/** A student's card pays these instalments of a plan. */
export const payWithCard = (
  deps: Deps,
  { id: providerId }: { id: Id<"prv"> },
  checkoutId: string,
  numbers: readonly number[],
  token = cardToken(),
) =>
  payInstalments(
    timed(deps, () => new Date()),
    {
      provider: { id: providerId, timeZone: "Australia/Sydney" },
      actor: { kind: "student" },
      ...{ requestId: newId("req"), ipAddress: null, userAgent: null },
    },
    { providerId, checkoutId: checkoutId as Id<"chk"> },
    numbers,
    token,
  );

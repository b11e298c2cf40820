import { recorded } from "../acts";
import type { StaffCaller } from "../caller";
import type { SetUpAction, SetUpDeps } from "./action";

interface Change {
  /** What is changed, by its id or name. Never a secret. */
  what: string;
  reason: string;
  before: unknown;
}

/** `recorded`, of a change of the set-up, or of what needs attention. */
export const changed = <T>(
  deps: Pick<SetUpDeps, "db">,
  caller: StaffCaller,
  { title, records = "set_up" }: Pick<SetUpAction, "title" | "records">,
  { what, reason, before }: Change,
  work: () => Promise<{ after: unknown; result: T }>,
) =>
  recorded(
    deps,
    caller,
    { action: records, checkoutId: null, subject: `${title}: ${what}`, reason, before },
    work,
  );

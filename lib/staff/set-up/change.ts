import { recorded } from "../acts";
import type { StaffCaller } from "../caller";
import type { SetUpAction, SetUpDeps } from "./action";

interface Change {
  /** What is changed, by its id or name. Never a secret. */
  what: string;
  reason: string;
  before: unknown;
}

/** `recorded`, of a change of the set-up. */
export const changed = <T>(
  deps: Pick<SetUpDeps, "db">,
  caller: StaffCaller,
  { title }: Pick<SetUpAction, "title">,
  { what, reason, before }: Change,
  work: () => Promise<{ after: unknown; result: T }>,
) =>
  recorded(
    deps,
    caller,
    { action: "set_up", checkoutId: null, subject: `${title}: ${what}`, reason, before },
    work,
  );

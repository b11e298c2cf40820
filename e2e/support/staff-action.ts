import { FIELD_NAMES, type Values } from "../../lib/staff/actions/action";
import { openAction, takeAction } from "../../lib/staff/actions/take";
import type { StaffCaller } from "../../lib/staff/caller";
import { present, tableOf } from "../../packages/text/narrow";
import type { Deps } from "../../server/instance/deps";
import { REASON } from "./acting";

/** An action as its page prepares it: what it says, and what its button does. */
export async function prepared(
  deps: Deps,
  caller: StaffCaller,
  checkoutId: string,
  key: string,
  values: Partial<Values> = {},
) {
  const page = present(await openAction(deps, caller, checkoutId, key, values), "page of the action");
  const { preview } = page;
  const seen = preview && "seen" in preview ? preview.seen : "";
  const sent = { ...tableOf(FIELD_NAMES, (name) => values[name] ?? ""), reason: REASON, seen };
  return {
    ...page,
    said: preview && "says" in preview ? preview.says.join(" ") : JSON.stringify(preview),
    take: () => takeAction(deps, caller, checkoutId, key, sent),
  };
}

/** Prepares it and presses the button. @throws where the page shows no button */
export async function acted(...asked: Parameters<typeof prepared>) {
  const action = await prepared(...asked);
  if (!action.preview || !("says" in action.preview)) throw new Error(action.said);
  return action.take();
}

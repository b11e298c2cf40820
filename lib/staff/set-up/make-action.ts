import { present } from "../../../packages/text/narrow";
import type { StaffCaller } from "../caller";
import { demand } from "../permissions";
import type { Faults, SetUpAction, SetUpDeps, SetUpDone, SetUpField, SetUpPart, SetUpValues } from "./action";
import { changed } from "./change";

/** A change of something that is looked up by its id. */
export interface SetUpChange<Found> {
  part: SetUpPart;
  key: string;
  title: string;
  /** Null for another provider's, and for what does not exist. */
  find(deps: SetUpDeps, caller: StaffCaller, id: string): Promise<Found | null>;
  about(found: Found): { name: string | null; id: string; before: unknown };
  /** Why it cannot be done now. */
  whyNot?(found: Found): string | null;
  says: readonly string[];
  fields?(found: Found): readonly SetUpField[];
  /** Reads what was typed. @returns what does it */
  prepare(
    deps: SetUpDeps,
    caller: StaffCaller,
    found: Found,
    values: SetUpValues,
  ): Faults | (() => Promise<Omit<Exclude<SetUpDone, Faults>, "actId"> & { after: unknown }>);
}

export function setUpAction<Found>(change: SetUpChange<Found>): SetUpAction {
  const { part, key, title, says } = change;
  return {
    part,
    key,
    title,
    async open(deps, caller, id) {
      demand(caller, "set_up");
      const found = await change.find(deps, caller, id);
      if (found === null) return null;
      const notice = change.whyNot?.(found) ?? null;
      if (notice !== null) return { notice };
      return { about: change.about(found).name, says, fields: change.fields?.(found) ?? [] };
    },
    async act(deps, caller, id, values, reason) {
      demand(caller, "set_up");
      const found = present(await change.find(deps, caller, id), "what is changed");
      const work = change.prepare(deps, caller, found, values);
      if (typeof work !== "function") return work;
      const { id: what, before } = change.about(found);
      const { actId, result } = await changed(deps, caller, { title }, { what, reason, before }, async () => {
        const { after, ...result } = await work();
        return { after, result };
      });
      return { actId, ...result };
    },
  };
}

import type { StaffCaller } from "../caller";
import type { SetUpAction, SetUpDeps, SetUpForm } from "./action";

type About = Pick<SetUpForm, "about" | "what" | "before">;

/**
 * Makes the changes of things that are looked up by their id.
 * @param find null for another provider's, and for what does not exist
 */
export const changesOf =
  <Found>(
    part: SetUpAction["part"],
    find: (deps: SetUpDeps, caller: StaffCaller, id: string) => Promise<Found | null>,
    about: (found: Found) => About,
  ) =>
  (
    key: string,
    title: string,
    form: (
      found: Found,
      deps: SetUpDeps,
      caller: StaffCaller,
    ) => Omit<SetUpForm, keyof About> | { notice: string },
  ): SetUpAction => ({
    part,
    key,
    title,
    async open(deps, caller, id) {
      const found = await find(deps, caller, id);
      if (found === null) return null;
      const made = form(found, deps, caller);
      return "notice" in made ? made : { ...about(found), ...made };
    },
  });

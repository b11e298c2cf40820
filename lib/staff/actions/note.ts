import { recorded } from "../acts";
import { demand } from "../permissions";
import type { CheckoutAction } from "./action";

/** The reason is the note, so that nothing is kept but the record of the act. */
export const note: CheckoutAction = {
  key: "note",
  title: "Add a note",
  reasonLabel: "Note",
  permission: "note",
  isFor: () => true,
  whyNot: () => null,
  fields: () => [],
  async preview(_, caller) {
    demand(caller, "note");
    return {
      says: [
        "Your note is kept with your name and the time. It cannot be changed or deleted.",
        "Your colleagues read it here. The student and your system do not get it.",
      ],
    };
  },
  act(deps, caller, checkoutId, _, reason) {
    demand(caller, "note");
    const act = { action: "note", checkoutId, subject: null, reason, before: null } as const;
    return recorded(deps, caller, act, async () => ({ after: null, result: null }));
  },
};

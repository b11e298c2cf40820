import type { CheckoutAction } from "./action";

/** The reason is the note, so that nothing is kept but the record of the act. */
export const note: CheckoutAction = {
  key: "note",
  title: "Add a note",
  reasonLabel: "Note",
  permission: "note",
  records: "note",
  isFor: () => true,
  whyNot: () => null,
  fields: () => [],
  preview: () => ({
    says: [
      "Your note is kept with your name and the time. It cannot be changed or deleted.",
      "Your colleagues read it here. The student and your system do not get it.",
    ],
  }),
  act: () => ({ work: async () => null }),
};

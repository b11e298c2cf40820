import { endAllLinks } from "../../db/resume-links";
import { areOver, enrolmentEndedAt } from "../../domain/resume-link";
import type { CheckoutAction } from "./action";

/** Staff never see the link, which opens what only the student may do. */
export const newLink: CheckoutAction = {
  key: "new_link",
  title: "Send a new link",
  permission: "new_link",
  records: "new_link",
  isFor: ({ enrolment }) => enrolment !== null,
  whyNot({ enrolment, record, whyNoMail }) {
    const isOver = enrolment && areOver(enrolmentEndedAt(enrolment.updatedAt, record), record.readAt);
    return isOver ? "The enrolment ended more than 90 days ago, so no link opens it." : whyNoMail;
  },
  fields: () => [],
  preview: ({ enrolment }) => ({
    says: [
      `The student gets a new link to the enrolment by email, at ${enrolment?.email}.`,
      "All links that the student has stop working now.",
      "Only the student gets the link: nobody sees it here.",
    ],
  }),
  act: ({ record: { checkout } }, _, { db, now }) => ({
    async work() {
      const { providerId, providerOrderId: reference } = checkout;
      const ended = await endAllLinks(db, { providerId, reference }, now());
      return { mailed: ended?.mailedTo != null };
    },
  }),
};

import { load } from "../../checkout/load";
import { endAllLinks } from "../../db/resume-links";
import { areOver, enrolmentEndedAt } from "../../domain/resume-link";
import { recorded } from "../acts";
import { demand } from "../permissions";
import type { CheckoutAction } from "./action";
import { aroundOf } from "./around";

/** Staff never see the link, which opens what only the student may do. */
export const newLink: CheckoutAction = {
  key: "new_link",
  title: "Send a new link",
  permission: "new_link",
  isFor: ({ enrolment }) => enrolment !== null,
  whyNot({ enrolment, record, whyNoMail }) {
    const isOver = enrolment && areOver(enrolmentEndedAt(enrolment.updatedAt, record), record.readAt);
    return isOver ? "The enrolment ended more than 90 days ago, so no link opens it." : whyNoMail;
  },
  fields: () => [],
  async preview(deps, caller, checkoutId) {
    demand(caller, "new_link");
    const { enrolment } = await aroundOf(deps, await load(deps, caller.provider.id, checkoutId));
    return {
      says: [
        `The student gets a new link to the enrolment by email, at ${enrolment?.email}.`,
        "All links that the student has stop working now.",
        "Only the student gets the link: nobody sees it here.",
      ],
    };
  },
  async act(deps, caller, checkoutId, _, reason) {
    demand(caller, "new_link");
    const { providerId, providerOrderId: reference } = (await load(deps, caller.provider.id, checkoutId))
      .checkout;
    const act = { action: "new_link", checkoutId, subject: null, reason, before: null } as const;
    return recorded(deps, caller, act, async () => {
      const ended = await endAllLinks(deps.db, { providerId, reference }, deps.now());
      return { after: { mailed: ended?.mailedTo != null }, result: null };
    });
  },
};

import { keysOf, present } from "../../../packages/text/narrow";
import { load } from "../../checkout/load";
import type { StoredRecord } from "../../db/checkout-records";
import { insertMail } from "../../db/mail";
import { recorded } from "../acts";
import { demand } from "../permissions";
import type { CheckoutAction } from "./action";

const DOCUMENTS = { agreement: "The signed agreement", receipt: "The receipt" } as const;

/** What a checkout has of them. */
const documentsOf = ({ agreement, attempt }: StoredRecord) =>
  keysOf(DOCUMENTS).filter((kind) =>
    kind === "agreement" ? agreement !== null : attempt?.status === "succeeded",
  );

/** Of the choice, which is one of them. */
const kindOf = (what: string) =>
  present(
    keysOf(DOCUMENTS).find((kind) => kind === what),
    "document of the choice",
  );

/** The email is made anew when it is sent, from the records of that moment. */
export const resend: CheckoutAction = {
  key: "resend",
  title: "Email a document again",
  permission: "resend",
  isFor: ({ record }) => documentsOf(record).length > 0,
  whyNot: ({ whyNoMail }) => whyNoMail,
  fields: ({ record }) => [
    {
      name: "what",
      label: "Document",
      type: "choice",
      options: documentsOf(record).map((kind) => ({ value: kind, label: DOCUMENTS[kind] })),
    },
  ],
  async preview(deps, caller, checkoutId, { what }) {
    demand(caller, "resend");
    const { checkout } = await load(deps, caller.provider.id, checkoutId);
    return { says: [`${DOCUMENTS[kindOf(what)]} is sent by email to ${checkout.email}.`] };
  },
  async act(deps, caller, checkoutId, { what }, reason) {
    demand(caller, "resend");
    const { providerId } = (await load(deps, caller.provider.id, checkoutId)).checkout;
    const kind = kindOf(what);
    const act = { action: "resend", checkoutId, subject: kind, reason, before: null } as const;
    return recorded(deps, caller, act, async (about) => {
      // Its own `about` tells it from the first.
      await insertMail(deps.db, { providerId, checkoutId, kind, about }, deps.now());
      return { after: null, result: null };
    });
  },
};

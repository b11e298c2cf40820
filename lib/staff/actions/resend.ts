import { keysOf, present } from "../../../packages/text/narrow";
import type { StoredRecord } from "../../db/checkout-records";
import { insertMail } from "../../db/mail";
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
  records: "resend",
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
  preview: ({ record: { checkout } }, { what }) => ({
    says: [`${DOCUMENTS[kindOf(what)]} is sent by email to ${checkout.email}.`],
  }),
  act: ({ record: { checkout } }, { what }, { db, now }) => ({
    subject: kindOf(what),
    async work(about) {
      const { providerId, id: checkoutId } = checkout;
      // Its own `about` tells it from the first.
      await insertMail(db, { providerId, checkoutId, kind: kindOf(what), about }, now());
    },
  }),
};

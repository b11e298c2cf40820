"use server";

import type { CardAnswer, PayResult } from "@/lib/enrolment/pay-by-card";
import { propertyOf } from "@/packages/text/narrow";
import { published } from "@/server/instance/published";
import { onlyTexts } from "../../../../called";
import { visitOfForm } from "../../../visit";

/** Called by the card form with a token, which is all that it sends of a card. */
export async function payByCard(secret: string, answer: CardAnswer): Promise<PayResult> {
  onlyTexts(secret);
  const visit = await visitOfForm(`/e/${secret}/card`);
  if (!visit || !isCardAnswer(answer))
    return {
      status: "refused",
      field: null,
      message: "This form was sent from another site. Your payment was not made.",
    };
  const { token, termsVersion, offer } = answer;
  const result = await published().pages.portal.payByCard(visit, secret, { token, termsVersion, offer });
  // Null where the link has ended, which the next page says.
  return result ?? { status: "moved", step: "card" };
}

function isCardAnswer(sent: unknown): sent is CardAnswer {
  return ["token", "termsVersion", "offer"].every((name) => typeof propertyOf(sent, name) === "string");
}

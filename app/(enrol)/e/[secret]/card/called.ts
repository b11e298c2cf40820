import type { Visit } from "@/lib/enrolment/context";
import type { CardAnswer, PayResult } from "@/lib/enrolment/pay-by-card";
import { propertyOf } from "@/packages/text/narrow";
import { type Portal, published } from "@/server/instance/published";
import { onlyTexts } from "../../../../called";
import { visitOfForm } from "../../../visit";

/** Answers a page's card form, which sends a token, and nothing else of a card. */
export async function cardCall(
  page: "card" | "plan/pay",
  secret: string,
  answer: CardAnswer,
  pay: (portal: Portal, visit: Visit, sent: CardAnswer) => Promise<PayResult | null>,
): Promise<PayResult> {
  onlyTexts(secret);
  const visit = await visitOfForm(`/e/${secret}/${page}`);
  if (!visit || !isCardAnswer(answer))
    return {
      status: "refused",
      field: null,
      message: "This form was sent from another site. Your payment was not made.",
    };
  const { token, termsVersion, offer } = answer;
  const result = await pay(published().pages.portal, visit, { token, termsVersion, offer });
  // Null where the link has ended, which the next page says.
  return result ?? { status: "moved", step: page };
}

function isCardAnswer(sent: unknown): sent is CardAnswer {
  return ["token", "termsVersion", "offer"].every((name) => typeof propertyOf(sent, name) === "string");
}

"use server";

import type { CardAnswer } from "@/lib/enrolment/pay-by-card";
import { cardCall } from "../../card/called";

/** Called by the card form with a token, which is all that it sends of a card. */
export async function payPlanByCard(secret: string, answer: CardAnswer) {
  return cardCall("plan/pay", secret, answer, (portal, visit, sent) =>
    portal.payPlanByCard(visit, secret, sent),
  );
}

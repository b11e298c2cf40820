"use server";

import type { CardAnswer } from "@/lib/enrolment/pay-by-card";
import { cardCall } from "./called";

/** Called by the card form. */
export async function payByCard(secret: string, answer: CardAnswer) {
  return cardCall("card", secret, answer, (portal, visit, sent) => portal.payByCard(visit, secret, sent));
}

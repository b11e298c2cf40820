import type { TestContext } from "vitest";
import { type Body, cardToken, merge } from "../support/bodies";
import { attemptOf, loseCommits } from "../support/charges";
import { payNow } from "../support/scenes";
import { jobsPlace } from "./place";

export const withCard = (body: Body, card: string): Body =>
  merge(body, { card_payment: { token: cardToken(card) } });

/** A paid order whose records are lost. */
export async function lostPayment(context: TestContext) {
  const place = await jobsPlace(context);
  const { body } = await payNow(place.client, place.provider);
  const { id: key } = (await attemptOf(place.provider, body, place.db))!;
  await loseCommits(place.db, body.provider.provider_order_id);
  return { place, body, key };
}

import type { TestContext } from "vitest";
import { doubtRecords } from "../../lib/db/incarnation";
import { reconcile } from "../../lib/jobs/reconcile";
import { type Body, cardToken, merge } from "../support/bodies";
import { attemptOf, loseCommits } from "../support/charges";
import { payNow } from "../support/scenes";
import { jobsPlace } from "./place";

export const withCard = (body: Body, card: string): Body =>
  merge(body, { card_payment: { token: cardToken(card) } });

/** A paid order whose records are lost. `told`: the database lives anew since, or an operator said so. */
export async function lostPayment(context: TestContext, told: "told" | "untold") {
  const place = await jobsPlace(context);
  await reconcile(place.deps, new Date());
  const { body } = await payNow(place.client, place.provider);
  const { id: key } = (await attemptOf(place.provider, body, place.db))!;
  await loseCommits(place.db, body.provider.provider_order_id);
  if (told === "told") await doubtRecords(place.db);
  return { place, body, key };
}

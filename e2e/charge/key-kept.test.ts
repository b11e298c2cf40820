import { describe, expect, it } from "vitest";
import { checkoutIdOf, ok } from "../support/answer";
import { expectFieldError, expectProblem, newCaller } from "../support/api";
import { cardToken, daysAhead, merge, payNowBody, planBody } from "../support/bodies";
import { expectReplay } from "../support/charges";
import { DOORS } from "../support/stack";

describe.each(DOORS)(
  "a key whose new request is refused keeps its earlier answer, through the %s entry point",
  (door) => {
    it("after a cancelled plan, another body with a past date changes nothing", async () => {
      const { provider, client } = await newCaller(door);
      const body = planBody(provider);
      const first = await client.createOnce("kept", body);
      ok(await client.cancel(checkoutIdOf(first)));
      const refused = await client.createOnce(
        "kept",
        merge(body, { plan: { first_payment_date: daysAhead(-3) } }),
      );
      expectFieldError(refused, "/plan/first_payment_date", "date_too_early");
      expectReplay(await client.createOnce("kept", body), first);
    });

    it("after a decline, another body whose order is taken changes nothing", async () => {
      const { provider, client } = await newCaller(door);
      const taken = planBody(provider);
      await client.create(taken);
      const body = payNowBody(provider, { card_payment: { token: cardToken("declined_lost_card") } });
      const declined = await client.createOnce("kept", body);
      expect(declined.status).toBe(402);
      expectProblem(await client.createOnce("kept", taken), 409, "duplicate_order");
      expectReplay(await client.createOnce("kept", body), declined);
    });
  },
);

import { describe, expect, it } from "vitest";
import { holdsMoney } from "../../lib/gateway/port";
import { keepsDebitPromises } from "../support/debit-promises";
import { type Candidate, keepsItsPromises, OF_SUITE } from "../support/gateway-promises";
import { candidatesOf } from "./account";

const { cards, debits } = candidatesOf(process.env.REHEARSED_ACCOUNT ?? "");
if (cards) describe("cards", () => rehearseCards(cards));
if (debits) describe("direct debits", () => keepsDebitPromises(() => debits));

function rehearseCards(candidate: Candidate) {
  keepsItsPromises(() => candidate);

  // Or the service that uses the account would report charges that it did not make.
  it("what was charged here can be refunded in the end", async () => {
    const { gateway, rehearsesSince } = candidate;
    const listed = await gateway.listCharges(rehearsesSince ?? new Date());
    for (const { key, reference, providerId, amountCents } of listed) {
      const isOurs = providerId === OF_SUITE;
      if (!isOurs || !holdsMoney(await gateway.findCharge(key, reference))) continue;
      const charge = { key, reference: reference ?? null };
      const refund = await gateway.refund({ key: `rest-${key}`, charge, amountCents });
      expect(refund.status).toMatch(/^(pending|succeeded)$/);
    }
  });

  for (const what of [
    "a response that is lost before or after the charge, a connection that breaks, a 500",
    "3-D Secure, which needs a student at the bank's page",
  ])
    it.skip(what, () => {});
}

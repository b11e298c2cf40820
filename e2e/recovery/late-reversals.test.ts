import { expect, it } from "vitest";
import { pollResults } from "../../lib/plans/poll";
import { HOUR_MS, later } from "../../packages/dates/time";
import { advance, collecting, signedPlan } from "../support/collection";

const HOURS = 150;

it("a payment that the bank takes back weeks later is found, although no report lists it", async (context) => {
  const { here, provider, client } = await collecting(context);
  const { deps } = here;
  const { plan } = await signedPlan({ client, provider }, { count: 1, amount: 100.91 });
  const status = async () => (await plan()).instalments[0].debits[0].status;
  await advance(client, 20);
  expect(await status()).toBe("Paid");
  const { byId } = deps.debits;
  deps.debits.byId = async (...account) => {
    const found = await byId(...account);
    const nothing = async () => ({ keys: [], cursor: null, hasMore: false });
    return found && { ...found, changedSince: nothing };
  };
  await advance(client, 20);
  const hourly = Array.from({ length: HOURS }, (_, hour) =>
    pollResults(deps, () => later(new Date(), hour * HOUR_MS), { only: provider.id, whateverIsDue: true }),
  );
  await Promise.all(hourly);
  expect(await plan()).toMatchObject({ status: "On Hold", hold_reason: "bank_stopped", paid: 0 });
});

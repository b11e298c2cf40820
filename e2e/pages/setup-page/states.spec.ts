import { receivedBy } from "../../support/browser/neighbour";
import { expectHeading, HEADINGS, setupUrl } from "../../support/browser/setup-page";
import { test } from "../../support/browser/site";
import { expect } from "../../support/browser/test";
import { authorisedPlan, confirmedPlan, IN_STATUS } from "../../support/scenes";

for (const [heading, arrange, says] of [
  [HEADINGS.already, authorisedPlan, "authorised"],
  ["This payment plan is already confirmed", confirmedPlan, "authorised"],
  ["This direct debit request has expired", IN_STATUS.Expired, "expired"],
  ["This direct debit request was cancelled", IN_STATUS.Cancelled, "cancelled"],
] as const)
  test(`“${heading}” tells the page around its frame: ${says}`, async ({ page, api, provider, site }) => {
    const frame = await site.frame(setupUrl(await arrange(api, provider)));
    await expectHeading(frame, heading);
    const said = async () =>
      (await receivedBy(page)).map(({ data }) => data.type).filter((type) => type !== "resize");
    await expect.poll(said).toEqual(["ready", says]);
  });

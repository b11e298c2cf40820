import { ok } from "../../support/answer";
import { receivedBy } from "../../support/browser/neighbour";
import {
  continueWith,
  expectHeading,
  HEADINGS,
  press,
  setupUrl,
  untilScripted,
} from "../../support/browser/setup-page";
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

test("a plan that was cancelled between the steps is not authorised, and the page around is told", async ({
  page,
  api,
  scene,
  site,
}) => {
  const frame = await site.frame(setupUrl(scene));
  await untilScripted(frame);
  await continueWith(frame);
  await expectHeading(frame, HEADINGS.check);
  ok(await api.cancel(scene.id));
  await frame.getByRole("checkbox").check();
  await press(frame, "Authorise direct debit");
  await expectHeading(frame, "This direct debit request was cancelled");
  await expect.poll(async () => (await receivedBy(page)).map(({ data }) => data.type)).toContain("cancelled");
  expect((await api.status(scene.id)).body.checkout_status).toBe("Cancelled");
});

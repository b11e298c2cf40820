import { expectAccessible } from "../../support/browser/axe";
import { openInStandingTime } from "../../support/browser/clock";
import { ENDLESS, frameOf, holdHostedPage, toldTo } from "../../support/browser/embed-host";
import { planBegun } from "../../support/browser/enrolment";
import { expectNoSidewaysScroll } from "../../support/browser/layout";
import { authorise, continueWith, expectHeading, HEADINGS, setupUrl } from "../../support/browser/setup-page";
import { test } from "../../support/browser/site";
import { expect } from "../../support/browser/test";

const SILENT = "The form cannot be shown here. Open it in a new page.";

test("a site that is not registered gets a link", async ({ page, api, watch, scene, site }) => {
  watch.expectFault(/frame-ancestors/);
  await site.at("stranger.example").embed({ setupUrl: setupUrl(scene), patience: "as shipped" });
  await expect(page.getByRole("status")).toHaveText(SILENT);
  await expect.poll(() => watch.faults.join()).toMatch(/frame-ancestors/);
  expect(await toldTo(page)).toEqual([{ name: "onError", code: "frame_refused" }]);
  await expect(frameOf(page)).toBeHidden();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const link = page.getByRole("link", { name: "Open in a new page" });
  const [alone] = await Promise.all([page.waitForEvent("popup"), link.click()]);
  await expectHeading(alone, HEADINGS.bank);
  await continueWith(alone);
  await authorise(alone);
  await expectHeading(alone, HEADINGS.done);
  expect((await api.status(scene.id)).body.checkout_status).toBe("Awaiting Confirmation");
});

test("a site around a registered one is refused too", async ({ page, watch, scene, site }) => {
  watch.expectFault(/frame-ancestors/);
  await site.embed({ setupUrl: setupUrl(scene), patience: "as shipped" });
  const around = `<main><iframe title="College" src="${page.url()}"></iframe></main>`;
  await page.goto(site.at("stranger.example").serve("around", around));
  await expect(page.frameLocator("iframe").getByRole("status")).toHaveText(SILENT);
});

test("a page that answers late is shown after all", async ({ page, scene, site }) => {
  await openInStandingTime(page);
  const goOn = await holdHostedPage(page);
  await site.embed({ setupUrl: setupUrl(scene), patience: "as shipped" }, "commit");
  await expect(page.getByRole("status")).toHaveText("Loading…");
  await page.clock.runFor(10_000);
  await expect(page.getByRole("status")).toHaveText(SILENT);
  expect(await toldTo(page)).toEqual([{ name: "onError", code: "frame_refused" }]);
  // It waits anew once the frame is loaded, which is another test's subject.
  await page.evaluate(ENDLESS);
  await page.clock.resume();
  goOn();
  await expectHeading(page.frameLocator("iframe"), HEADINGS.bank);
  await expect(page.getByText(SILENT)).toBeHidden();
  expect(await toldTo(page)).toEqual([{ name: "onError", code: "frame_refused" }, { name: "onReady" }]);
});

test("without the script the portal goes on by the link", async ({ page, api, provider, watch }) => {
  watch.expectFault(/net::ERR_FAILED .*embed\/v1\.js/);
  await page.route("**/embed/v1.js", (route) => route.abort());
  const { home, checkoutId } = await planBegun(api, provider);
  await page.goto(home);
  await expect(page.getByText(SILENT)).toBeVisible();
  await expectAccessible(page);
  const link = page.getByRole("link", { name: "Open in a new page" });
  const [alone] = await Promise.all([page.waitForEvent("popup"), link.click()]);
  await continueWith(alone);
  await authorise(alone);
  // The page that waits notices by itself.
  await page.waitForURL(/\/review$/);
  expect((await api.status(checkoutId)).body.checkout_status).toBe("Awaiting Confirmation");
});

import { expectAccessible } from "../../support/browser/axe";
import { openInStandingTime } from "../../support/browser/clock";
import { ENDLESS, frameOf, holdHostedPage, hostPage, toldTo } from "../../support/browser/embed-host";
import { planBegun } from "../../support/browser/enrolment";
import { expectNoSidewaysScroll } from "../../support/browser/layout";
import { test } from "../../support/browser/neighbour";
import {
  authorise,
  continueWith,
  expectHeading,
  HEADINGS,
  register,
  setupUrl,
} from "../../support/browser/setup-page";
import { expect } from "../../support/browser/test";
import { startedPlan } from "../../support/scenes";

const SILENT = "The form cannot be shown here. Open it in a new page.";

test("a site that is not registered is refused by the browser, and offers the way that works", async ({
  page,
  api,
  provider,
  neighbour,
  baseURL,
  watch,
}) => {
  watch.expectFault(/frame-ancestors/);
  await register(provider, { allowedOrigins: [neighbour.origin("college.example")] });
  const scene = await startedPlan(api, provider);
  const path = hostPage(neighbour, baseURL!, { setupUrl: setupUrl(scene), patience: "as shipped" });
  await page.goto(neighbour.origin("stranger.example") + path);
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

test("a site inside of a registered one's frame needs to be registered too", async ({
  page,
  api,
  provider,
  neighbour,
  baseURL,
  watch,
}) => {
  watch.expectFault(/frame-ancestors/);
  await register(provider, { allowedOrigins: [neighbour.origin("college.example")] });
  const options = { setupUrl: setupUrl(await startedPlan(api, provider)), patience: "as shipped" } as const;
  const path = hostPage(neighbour, baseURL!, options);
  const inner = neighbour.origin("college.example") + path;
  const around = neighbour.serve("around", `<main><iframe title="College" src="${inner}"></iframe></main>`);
  await page.goto(neighbour.origin("stranger.example") + around);
  await expect(page.frameLocator("iframe").getByRole("status")).toHaveText(SILENT);
});

test("a page that answers late is shown after all", async ({ page, api, provider, neighbour, baseURL }) => {
  await openInStandingTime(page);
  await register(provider, { allowedOrigins: [neighbour.origin("college.example")] });
  const scene = await startedPlan(api, provider);
  const goOn = await holdHostedPage(page);
  const path = hostPage(neighbour, baseURL!, { setupUrl: setupUrl(scene), patience: "as shipped" });
  await page.goto(neighbour.origin("college.example") + path, { waitUntil: "commit" });
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

test("the portal goes on by the link where its script cannot be had", async ({
  page,
  api,
  provider,
  watch,
}) => {
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

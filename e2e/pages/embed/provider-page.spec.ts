import type { Page } from "@playwright/test";
import { frameOf, heightsOf, holdHostedPage, toldTo } from "../../support/browser/embed-host";
import * as hosted from "../../support/browser/setup-page";
import { test } from "../../support/browser/site";
import { expect } from "../../support/browser/test";
import { register } from "../../support/provider";

const bank = (page: Page) => page.frameLocator('iframe[title="Direct Debit Request"]');
const newPage = (page: Page) => page.getByRole("link", { name: "Open in a new page" });

test("the frame is as tall as each step, and a later step begins in sight", async ({ page, scene, site }) => {
  await page.setViewportSize({ width: 360, height: 500 });
  await site.embed({ setupUrl: hosted.setupUrl(scene) });
  const expectFitting = () =>
    expect(async () => {
      const [frame, body] = await heightsOf(page);
      expect(frame).toBe(body);
    }).toPass();
  await expectFitting();
  const [first] = await heightsOf(page);
  await hosted.continueWith(bank(page));
  await hosted.expectHeading(bank(page), hosted.HEADINGS.check);
  await expectFitting();
  expect((await heightsOf(page))[0]).not.toBe(first);
  await expect(bank(page).getByRole("heading", { level: 1 })).toBeInViewport();

  // What opens inside of a step leaves the page where it is.
  const agreement = bank(page).getByText("Read the Direct Debit Request Service Agreement");
  await agreement.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  await agreement.click();
  await expectFitting();
  expect(await page.evaluate(() => scrollY)).toBe(before);
});

test("a page that loads says so, and links to a new page", async ({ page, scene, site }) => {
  const goOn = await holdHostedPage(page);
  await site.embed({ setupUrl: hosted.setupUrl(scene) }, "commit");
  await expect(page.getByRole("status")).toHaveText("Loading…");
  await expect(frameOf(page)).toBeHidden();
  await expect(newPage(page)).toBeVisible();
  goOn();
  await hosted.expectHeading(bank(page), hosted.HEADINGS.bank);
  await expect(frameOf(page)).toBeVisible();
  await expect(newPage(page)).toBeVisible();
});

test("what a new page authorised is learnt on the way back", async ({ page, provider, scene, site }) => {
  const back = site.serve("done", "<h1>Thank you</h1>");
  await register(provider, { returnUrls: [back] });
  await site.embed({ setupUrl: hosted.setupUrl(scene), options: { returnUrl: "/done" } });
  await hosted.expectHeading(bank(page), hosted.HEADINGS.bank);
  const [alone] = await Promise.all([page.waitForEvent("popup"), newPage(page).click()]);
  expect(await alone.evaluate(() => window.opener)).toBeNull();
  await hosted.continueWith(alone);
  await hosted.authorise(alone);
  await expect(alone.getByRole("link", { name: "Return to Test College" })).toHaveAttribute("href", back);
  await alone.close();
  // A browser without a window shows every page at once: coming back is said by hand.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await hosted.expectHeading(bank(page), hosted.HEADINGS.already);
  await expect.poll(() => toldTo(page)).toEqual([{ name: "onReady" }, { name: "onAuthorised" }]);
});

test("an error in the frame is told each time", async ({ page, watch, scene, site }) => {
  watch.expectFault(/net::ERR_FAILED|Failed to fetch/);
  await site.embed({ setupUrl: hosted.setupUrl(scene) });
  await hosted.expectHeading(bank(page), hosted.HEADINGS.bank);
  await page.route("**/api/dd-setup*", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await hosted.continueWith(bank(page));
  await expect(bank(page).getByText("We could not reach the server.")).toBeVisible();
  await expect
    .poll(() => toldTo(page))
    .toEqual([{ name: "onReady" }, { name: "onError", code: "page_error" }]);
  await page.unroute("**/api/dd-setup*");
  await hosted.press(bank(page), "Continue");
  await hosted.expectHeading(bank(page), hosted.HEADINGS.check);
});

import type { Page } from "@playwright/test";
import { expectAccessible } from "../../support/browser/axe";
import { frameOf, heightsOf, holdHostedPage, hostPage, toldTo } from "../../support/browser/embed-host";
import { expectNoSidewaysScroll } from "../../support/browser/layout";
import { test } from "../../support/browser/neighbour";
import {
  ACCOUNT,
  authorise,
  continueWith,
  expectHeading,
  HEADINGS,
  press,
  register,
  setupUrl,
} from "../../support/browser/setup-page";
import { expect } from "../../support/browser/test";
import { startedPlan } from "../../support/scenes";

const bank = (page: Page) => page.frameLocator('iframe[title="Direct Debit Request"]');
const newPage = (page: Page) => page.getByRole("link", { name: "Open in a new page" });

test.beforeEach(async ({ provider, neighbour }) => {
  await register(provider, { allowedOrigins: [neighbour.origin("college.example")] });
});

test("the frame is as tall as each step, and a later step begins in sight", async ({
  page,
  api,
  provider,
  neighbour,
  baseURL,
}) => {
  await page.setViewportSize({ width: 360, height: 500 });
  const path = hostPage(neighbour, baseURL!, { setupUrl: setupUrl(await startedPlan(api, provider)) });
  await page.goto(neighbour.origin("college.example") + path);
  const expectFitting = () =>
    expect(async () => {
      const [frame, body] = await heightsOf(page);
      expect(frame).toBe(body);
    }).toPass();
  await expectFitting();
  const [first] = await heightsOf(page);
  await continueWith(bank(page));
  await expectHeading(bank(page), HEADINGS.check);
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

test("while it loads the page says so, and the way to a new page is there from the start", async ({
  page,
  api,
  provider,
  neighbour,
  baseURL,
}) => {
  const scene = await startedPlan(api, provider);
  const goOn = await holdHostedPage(page);
  const path = hostPage(neighbour, baseURL!, { setupUrl: setupUrl(scene) });
  await page.goto(neighbour.origin("college.example") + path, { waitUntil: "commit" });
  await expect(page.getByRole("status")).toHaveText("Loading…");
  await expect(frameOf(page)).toBeHidden();
  await expect(newPage(page)).toBeVisible();
  goOn();
  await expectHeading(bank(page), HEADINGS.bank);
  await expect(frameOf(page)).toBeVisible();
  await expect(newPage(page)).toBeVisible();
});

test("what was authorised in the new page is learnt when the student comes back", async ({
  page,
  api,
  provider,
  neighbour,
  baseURL,
}) => {
  const back = neighbour.origin("college.example") + neighbour.serve("done", "<h1>Thank you</h1>");
  await register(provider, { returnUrls: [back] });
  const scene = await startedPlan(api, provider);
  const path = hostPage(neighbour, baseURL!, { setupUrl: setupUrl(scene), options: { returnUrl: "/done" } });
  await page.goto(neighbour.origin("college.example") + path);
  await expectHeading(bank(page), HEADINGS.bank);
  const [alone] = await Promise.all([page.waitForEvent("popup"), newPage(page).click()]);
  expect(await alone.evaluate(() => window.opener)).toBeNull();
  await continueWith(alone);
  await authorise(alone);
  await expect(alone.getByRole("link", { name: "Return to Test College" })).toHaveAttribute("href", back);
  await alone.close();
  // A browser without a window shows every page at once: coming back is said by hand.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expectHeading(bank(page), HEADINGS.already);
  await expect.poll(() => toldTo(page)).toEqual([{ name: "onReady" }, { name: "onAuthorised" }]);
});

test("a page that meets an error in the frame tells it each time, and goes on", async ({
  page,
  api,
  provider,
  neighbour,
  baseURL,
  watch,
}) => {
  watch.expectFault(/net::ERR_FAILED|Failed to fetch/);
  const scene = await startedPlan(api, provider);
  const path = hostPage(neighbour, baseURL!, { setupUrl: setupUrl(scene) });
  await page.goto(neighbour.origin("college.example") + path);
  await expectHeading(bank(page), HEADINGS.bank);
  await page.route("**/api/dd-setup*", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await continueWith(bank(page));
  await expect(bank(page).getByText("We could not reach the server.")).toBeVisible();
  await expect
    .poll(() => toldTo(page))
    .toEqual([{ name: "onReady" }, { name: "onError", code: "page_error" }]);
  await page.unroute("**/api/dd-setup*");
  await press(bank(page), "Continue");
  await expectHeading(bank(page), HEADINGS.check);
});

test("nothing for axe to find around the frame and in it, and a fit at 320 px", async ({
  page,
  api,
  provider,
  neighbour,
  baseURL,
}) => {
  const path = hostPage(neighbour, baseURL!, { setupUrl: setupUrl(await startedPlan(api, provider)) });
  await page.goto(neighbour.origin("college.example") + path);
  await expectHeading(bank(page), HEADINGS.bank);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test("by keyboard alone the way goes through the frame to its end", async ({
  page,
  api,
  provider,
  neighbour,
  baseURL,
}) => {
  const scene = await startedPlan(api, provider);
  const path = hostPage(neighbour, baseURL!, { setupUrl: setupUrl(scene) });
  await page.goto(neighbour.origin("college.example") + path);
  const frame = bank(page);
  await expectHeading(frame, HEADINGS.bank);
  const tabTo = async (label: string | RegExp, role: "textbox" | "radio" | "checkbox" | "button") => {
    const control = frame.getByRole(role, { name: label });
    for (let pressed = 0; pressed < 30; pressed += 1) {
      await page.keyboard.press("Tab");
      if (await control.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`Tab does not lead to ${label}`);
  };
  await tabTo("Account name", "textbox");
  await page.keyboard.type(ACCOUNT.accountName);
  await tabTo(/^BSB/, "textbox");
  await page.keyboard.type(ACCOUNT.bsb);
  await tabTo("Account number", "textbox");
  await page.keyboard.type(ACCOUNT.accountNumber);
  await tabTo("Yes", "radio");
  await page.keyboard.press("Space");
  await tabTo("Continue", "button");
  await page.keyboard.press("Enter");
  await expectHeading(frame, HEADINGS.check);
  await tabTo(/./, "checkbox");
  await page.keyboard.press("Space");
  await tabTo("Authorise direct debit", "button");
  await page.keyboard.press("Enter");
  await expectHeading(frame, HEADINGS.done);
  await page.keyboard.press("Tab");
  await expect(newPage(page), "no trap: the frame leads on to what stands below it").toBeFocused();
  expect((await api.status(scene.id)).body.checkout_status).toBe("Awaiting Confirmation");
});

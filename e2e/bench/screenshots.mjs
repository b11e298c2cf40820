/**
 * Takes the README's pictures anew, one of each way to pay. Needs a server that runs, `npm run demo` for example, and
 * reads its .data/demo.json.
 */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { root } from "../../server/program/checkout.mjs";
import { createLog } from "../../server/program/log.mjs";
import { findBrowser } from "../support/browser/find-browser.mjs";

const FOLDER = join(root, "docs");
const LOOK = /** @type {const} */ ({
  viewport: { width: 1280, height: 1080 },
  colorScheme: "light",
  locale: "en-AU",
  timezoneId: "Australia/Sydney",
});

const log = createLog();
const demo = JSON.parse(readFileSync(process.env.DEMO_JSON ?? join(root, ".data", "demo.json"), "utf8"));
mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch(await findBrowser({ log }));
try {
  const page = await browser.newPage({ ...LOOK, baseURL: demo.base_url });
  await upToChoice(page);
  await page.getByRole("radio", { name: /fortnightly payments/ }).check();
  await take(page, "payment-plan.png");
  await page.getByRole("radio", { name: /today by card/ }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(/\/card$/);
  await page.getByRole("button", { name: "Fill test card" }).click();
  await page.getByLabel("Name on card").fill("Amelia Nguyen");
  await page.getByRole("checkbox", { name: /^I accept/ }).check();
  await take(page, "pay-now.png");
} finally {
  await browser.close();
}

/** @param {import("@playwright/test").Page} page */
async function upToChoice(page) {
  await page.goto(`/p/${demo.provider_code}`);
  await page
    .getByRole("button", { name: /^Enrol in/ })
    .first()
    .click();
  await page.waitForURL(/\/details$/);
  await page.getByLabel("First name").fill("Amelia");
  await page.getByLabel("Last name").fill("Nguyen");
  await page.getByLabel("Email address").fill("amelia@example.com");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(/\/pay$/);
}

/**
 * The page's top, without the mark of the keyboard's place.
 *
 * @param {import("@playwright/test").Page} page
 * @param {string} name
 */
async function take(page, name) {
  await page.evaluate(async () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    window.scrollTo(0, 0);
    await document.fonts.ready;
  });
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(FOLDER, name), animations: "disabled" });
  log.line(join("docs", name));
}

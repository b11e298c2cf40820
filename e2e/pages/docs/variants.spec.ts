import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../../support/browser/test";

const LANGUAGES = ["curl", "TypeScript", "Python", "PHP"];
/** A word that only the example in this language has, on the page of Pay Now. */
const SIGNS: Record<string, string> = { curl: "pay_now()", TypeScript: "async function", PHP: "<?php" };

const variants = (page: Page) =>
  page.locator("figure").filter({ has: page.getByRole("group", { name: "Language of this example" }) });
const languageOf = (figure: Locator, name: string) => figure.getByRole("radio", { name });

const languagesOf = (figure: Locator) =>
  figure.getByRole("radio").evaluateAll((all) => all.map((one) => one.parentElement!.textContent));

async function expectChosen(page: Page, name: string) {
  const all = await variants(page).all();
  expect(all.length).toBeGreaterThan(1);
  for (const figure of all) {
    await expect(languageOf(figure, name)).toBeChecked();
    await expect(figure.locator("pre").filter({ visible: true })).toHaveCount(1);
  }
}

test("a language chosen by keyboard holds for all examples and is copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/docs/pay-now");
  await expectChosen(page, "curl");
  const second = variants(page).nth(1);
  expect(await languagesOf(second)).toEqual(LANGUAGES);
  await languageOf(second, "curl").focus();
  const top = (await second.boundingBox())!.y;
  await page.keyboard.press("ArrowRight");
  await expectChosen(page, "TypeScript");
  // Examples above became longer or shorter; the one that was looked at stays where it was.
  expect(Math.abs((await second.boundingBox())!.y - top)).toBeLessThan(2);
  const first = variants(page).first();
  await first.getByRole("button", { name: "Copy this code" }).click();
  await expect(first.getByRole("status")).toHaveText("Copied");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await first.locator("pre").filter({ visible: true }).innerText());
  expect(copied).toContain(SIGNS.TypeScript);
  await page.goto("/docs/payment-plan");
  await expectChosen(page, "TypeScript");
});

test("without a script a language is chosen for one example at a time", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/docs/pay-now");
  await expectChosen(page, "curl");
  const figure = variants(page).first();
  await languageOf(figure, "PHP").check();
  await expect(figure.locator("pre").filter({ visible: true })).toContainText(SIGNS.PHP!);
  await expect(languageOf(variants(page).nth(1), "curl")).toBeChecked();
  await context.close();
});

test("an example without the language that was chosen shows its first", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("docs-language", "php"));
  await page.goto("/docs/pay-now");
  await expectChosen(page, "PHP");
  await page.goto("/docs/webhook-receiver");
  const shown = variants(page).locator("pre").filter({ visible: true });
  await expect(shown).toHaveCount(1);
  await expect(shown).toContainText("async function receive");
});

test("on paper an example is whole, in the language that was chosen, which is named", async ({ page }) => {
  await page.setViewportSize({ width: 700, height: 900 });
  await page.goto("/docs/pay-now");
  const figure = variants(page).first();
  await languageOf(figure, "PHP").check();
  await page.emulateMedia({ media: "print" });
  const shown = figure.locator("pre").filter({ visible: true });
  await expect(shown).toHaveCount(1);
  expect(
    await shown.evaluate((one) => one.scrollHeight <= one.clientHeight && one.scrollWidth <= one.clientWidth),
  ).toBe(true);
  await expect(figure.locator("label").filter({ visible: true })).toHaveText(["PHP"]);
});

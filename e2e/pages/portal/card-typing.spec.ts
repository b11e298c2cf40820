import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../../support/browser/test";

/** Pastes as a student does: by the clipboard's own event. */
async function paste(into: Locator, text: string): Promise<void> {
  await into.focus();
  await into.evaluate((element, data) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", data);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    if (element.dispatchEvent(event)) document.execCommand("insertText", false, data);
  }, text);
}

const number = (page: Page) => page.getByLabel("Card number");
const expiry = (page: Page) => page.getByLabel("Expiry date");

// The fixture opens the card page.
test.beforeEach(async ({ page, atCard: _opened }) => {
  await expect(page.getByRole("button", { name: "Pay $1,500.00" })).toBeEnabled();
});

test("a digit that is mistyped in the middle of the number is mended there", async ({ page }) => {
  await number(page).pressSequentially("4243424242424242");
  await expect(number(page)).toHaveValue("4243 4242 4242 4242");
  await expect(page.getByText("Visa", { exact: true })).toBeVisible();
  await number(page).press("Home");
  for (let step = 0; step < 4; step++) await number(page).press("ArrowRight");
  await number(page).press("Backspace");
  await expect(number(page)).toHaveValue("4244 2424 2424 242");
  await number(page).pressSequentially("2");
  await expect(number(page)).toHaveValue("4242 4242 4242 4242");
});

test("a number is pasted with spaces or hyphens, and a date in any form", async ({ page }) => {
  await paste(number(page), " 3782-822463-10005 ");
  await expect(number(page)).toHaveValue("3782 822463 10005");
  await expect(page.getByText("American Express", { exact: true })).toBeVisible();
  await expect(page.getByText("4 digits on the front")).toBeVisible();
  for (const [text, shown] of [
    ["2031-12", "12/31"],
    ["03 / 2032", "03/32"],
    ["0829", "08/29"],
  ] as const) {
    await expiry(page).fill("");
    await paste(expiry(page), text);
    await expect(expiry(page)).toHaveValue(shown);
  }
});

test("an expiry date gets its slash as it is typed, and is mended in the middle", async ({ page }) => {
  await expiry(page).pressSequentially("9");
  await expect(expiry(page)).toHaveValue("09/");
  await expiry(page).pressSequentially("29");
  await expect(expiry(page)).toHaveValue("09/29");
  await expiry(page).press("Home");
  await expiry(page).press("ArrowRight");
  await expiry(page).press("Delete");
  await expiry(page).pressSequentially("8");
  await expect(expiry(page)).toHaveValue("08/29");
  await expiry(page).press("End");
  for (let deleted = 0; deleted < 5; deleted++) await expiry(page).press("Backspace");
  await expect(expiry(page)).toHaveValue("");
});

test("the browser can fill each field of the card, and sends none", async ({ page }) => {
  for (const [label, autoComplete] of [
    ["Name on card", "cc-name"],
    ["Card number", "cc-number"],
    ["Expiry date", "cc-exp"],
    ["Security code", "cc-csc"],
  ] as const) {
    await expect(page.getByLabel(label)).toHaveAttribute("autocomplete", autoComplete);
    expect(await page.getByLabel(label).getAttribute("name"), label).toBeNull();
  }
  await expect(page.getByLabel("Name on card")).not.toHaveValue("");
});

import type { Locator, Page } from "@playwright/test";
import { makeEnrolment } from "../../support/browser/enrolment";
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

test.beforeEach(async ({ page, provider }) => {
  await page.goto((await makeEnrolment(provider, "card")).home);
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

test("a number is pasted with spaces or hyphens, and an expiry date into either field", async ({ page }) => {
  await paste(number(page), " 3782-822463-10005 ");
  await expect(number(page)).toHaveValue("3782 822463 10005");
  await expect(page.getByText("American Express", { exact: true })).toBeVisible();
  await expect(page.getByText("4 digits on the front of the card")).toBeVisible();
  await paste(page.getByLabel("Month"), "12/31");
  await expect(page.getByLabel("Month")).toHaveValue("12");
  await expect(page.getByLabel("Year")).toHaveValue("31");
  await paste(page.getByLabel("Year"), "03 / 2032");
  await expect(page.getByLabel("Month")).toHaveValue("03");
  await expect(page.getByLabel("Year")).toHaveValue("2032");
});

test("each field of the card can be filled by the browser, and none of them can be sent", async ({
  page,
}) => {
  for (const [label, autoComplete] of [
    ["Name on card", "cc-name"],
    ["Card number", "cc-number"],
    ["Month", "cc-exp-month"],
    ["Year", "cc-exp-year"],
    ["Security code", "cc-csc"],
  ] as const) {
    await expect(page.getByLabel(label)).toHaveAttribute("autocomplete", autoComplete);
    expect(await page.getByLabel(label).getAttribute("name"), label).toBeNull();
  }
});

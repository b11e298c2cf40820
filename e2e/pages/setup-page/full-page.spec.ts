import * as hosted from "../../support/browser/setup-page";
import { test } from "../../support/browser/site";
import { expect } from "../../support/browser/test";

test.describe("the hosted page, opened as a page", () => {
  test("takes a student from the account to the authority in three steps", async ({ page, api, scene }) => {
    await hosted.openSetup(page, scene);
    await hosted.expectHeading(page, hosted.HEADINGS.bank);
    await expect(page).toHaveTitle("Set up a Direct Debit Request – Test College");
    await expect(page.getByText("Step 1 of 3")).toBeVisible();
    await expect(
      page.getByText("26 fortnightly payments of $57.69 (the last $57.75), the first on "),
    ).toBeVisible();

    await hosted.continueWith(page);
    await hosted.expectHeading(page, hosted.HEADINGS.check);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(page).toHaveTitle("Check your details and authorise – Test College");
    await expect(page.getByText("Step 2 of 3")).toBeVisible();
    const main = page.getByRole("main");
    for (const shown of [
      "Amelia Nguyen",
      "062-000",
      "000123456",
      "26 fortnightly payments of $57.69",
      "$1,500.00",
    ])
      await expect(main).toContainText(shown);

    await hosted.authorise(page);
    await hosted.expectHeading(page, hosted.HEADINGS.done);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(page).toHaveTitle("Direct debit authorised – Test College");
    await expect(page.getByText("Step 3 of 3")).toBeVisible();
    await expect(main).toContainText(`Reference${scene.orderId}`);
    await expect(main).toContainText("Name on your bank statementTest College");
    await expect(main).toContainText("062-000 ending 456");
    await expect(main).not.toContainText("000123456");
    expect((await api.status(scene.id)).body.checkout_status).toBe("Awaiting Confirmation");

    await page.reload();
    await hosted.expectHeading(page, hosted.HEADINGS.already);
    await expect(main).not.toContainText("000123456");
  });

  test("names the bank of a BSB, and asks once about an unknown one", async ({ page, scene }) => {
    await hosted.openSetup(page, scene);
    const bank = page.locator("output[for=bsb]");
    const placeOfNext = () =>
      page.getByLabel("Account number").evaluate((next) => next.getBoundingClientRect().top + scrollY);
    const before = await placeOfNext();
    await page.getByLabel("BSB").fill("062000");
    await expect(bank).toHaveText("Commonwealth Bank");
    expect(await placeOfNext()).toBe(before);
    await page.getByLabel("BSB").fill("06200");
    await expect(bank).toBeEmpty();

    await page.getByLabel("BSB").fill("062-998");
    await expect(bank).toHaveText("Commonwealth Bank");

    await hosted.continueWith(page, { bsb: "999-999" });
    const bsb = page.getByLabel("BSB");
    await expect(bsb).toHaveAccessibleDescription(/We do not know a bank with the BSB 999-999\./);
    await hosted.expectAnswers(page, { ...hosted.ACCOUNT, bsb: "999-999" });
    await hosted.press(page, "Continue");
    await hosted.expectHeading(page, hosted.HEADINGS.check);
    await hosted.press(page, "Change bank details");
    await hosted.expectAnswers(page, { ...hosted.ACCOUNT, bsb: "999-999", accountNumber: "000123456" });
    await hosted.continueWith(page);
    await expect(page.getByRole("main")).toContainText("062-000 Commonwealth Bank");
  });

  test("fills the sandbox's test account by one click", async ({ page, scene }) => {
    await page.goto(hosted.setupUrl(scene));
    await hosted.press(page, "Fill test account");
    const filled = { accountName: "Test Student", bsb: "000-000", accountNumber: "000123456", alone: "Yes" };
    await hosted.expectAnswers(page, filled);
    await hosted.press(page, "Continue");
    await hosted.authorise(page);
    await hosted.expectHeading(page, hosted.HEADINGS.done);
  });

  test("shows a BSB as 123-456, however it is typed", async ({ page, scene }) => {
    await hosted.openSetup(page, scene);
    const bsb = page.getByLabel("BSB");
    for (const typed of ["123456", "123 456", "12-34-56"]) {
      await bsb.fill(typed);
      await bsb.blur();
      await expect(bsb).toHaveValue("123-456");
    }
    await bsb.fill("12345");
    await bsb.blur();
    await expect(bsb).toHaveValue("12345");
  });

  test("says what to correct, and keeps every value", async ({ page, scene }) => {
    await hosted.openSetup(page, scene);
    await hosted.continueWith(page, { accountName: "Amelia", bsb: "06200", accountNumber: "" });
    await expect(page).toHaveTitle("Error: Set up a Direct Debit Request – Test College");
    const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
    await expect(summary.getByRole("link")).toHaveText(["BSB must be 6 digits", "Enter the account number"]);
    expect(await summary.evaluate((alert) => document.activeElement?.contains(alert))).toBe(true);
    await hosted.expectAnswers(page, {
      ...hosted.ACCOUNT,
      accountName: "Amelia",
      bsb: "06200",
      accountNumber: "",
    });

    const bsb = page.getByLabel("BSB");
    await expect(bsb).toHaveAttribute("aria-invalid", "true");
    await expect(bsb).toHaveAccessibleDescription(/BSB must be 6 digits/);
    await summary.getByRole("link", { name: "BSB must be 6 digits" }).click();
    await expect(bsb).toBeFocused();
    await bsb.fill("062000");
    await expect(summary.getByRole("link")).toHaveText(["Enter the account number"]);
    await expect(bsb).not.toHaveAttribute("aria-invalid", "true");
    await page.getByLabel("Account number").fill("000123456");
    await expect(summary).toHaveCount(0);
    await expect(page).toHaveTitle("Set up a Direct Debit Request – Test College");
    await hosted.press(page, "Continue");
    await hosted.expectHeading(page, hosted.HEADINGS.check);
  });

  test("the browser's Back keeps every answer, and stays at the end", async ({ page, scene }) => {
    await hosted.openSetup(page, scene);
    await hosted.continueWith(page);
    await hosted.expectHeading(page, hosted.HEADINGS.check);
    await page.goBack();
    await hosted.expectHeading(page, hosted.HEADINGS.bank);
    await hosted.expectAnswers(page, { ...hosted.ACCOUNT, bsb: "062-000" });
    await hosted.press(page, "Continue");
    await hosted.authorise(page);
    await hosted.expectHeading(page, hosted.HEADINGS.done);
    await page.goBack();
    await hosted.expectHeading(page, hosted.HEADINGS.done);
    await expect(page.getByRole("textbox")).toHaveCount(0);
  });
});

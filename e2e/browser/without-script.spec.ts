import * as hosted from "../support/browser/setup-page";
import { test } from "../support/browser/site";
import { expect } from "../support/browser/test";

test.use({ javaScriptEnabled: false });

/** From the first step to the end, with a mistake in each step. */
async function walk(place: hosted.Place): Promise<void> {
  await hosted.expectHeading(place, hosted.HEADINGS.bank);
  await hosted.continueWith(place, { bsb: "06200", accountNumber: "" });
  const summary = place.getByRole("alert").filter({ hasText: "There is a problem" });
  await expect(summary.getByRole("link")).toHaveText(["BSB must be 6 digits", "Enter the account number"]);
  await hosted.expectAnswers(place, { ...hosted.ACCOUNT, bsb: "06200", accountNumber: "" });
  await expect(place.getByLabel("BSB")).toHaveAttribute("aria-invalid", "true");

  await hosted.continueWith(place, { alone: "No" });
  await hosted.expectHeading(place, hosted.HEADINGS.stop);
  await hosted.press(place, "Use another account");
  await hosted.expectAnswers(place, { ...hosted.ACCOUNT, bsb: "062-000", alone: "No" });
  await hosted.continueWith(place);
  await hosted.expectHeading(place, hosted.HEADINGS.check);
  await hosted.press(place, "Change bank details");
  await hosted.expectAnswers(place, { ...hosted.ACCOUNT, bsb: "062-000", accountNumber: "000123456" });
  await hosted.press(place, "Continue");

  await hosted.expectHeading(place, hosted.HEADINGS.check);
  await hosted.press(place, "Authorise direct debit");
  await expect(summary.getByRole("link")).toHaveText(["Confirm that you authorise these debits"]);
  await hosted.authorise(place);
  await hosted.expectHeading(place, hosted.HEADINGS.done);
  await expect(place.getByText("062-000 ending 456")).toBeVisible();
}

test("without a script a student authorises, corrects and goes back", async ({ page, api, scene }) => {
  await page.goto(hosted.setupUrl(scene));
  await expect(page.getByRole("button", { name: "Fill test account" })).toHaveCount(0);
  await expect(page.getByText("000123456")).toBeVisible();
  await walk(page);
  expect((await api.status(scene.id)).body.checkout_status).toBe("Awaiting Confirmation");
  await page.reload();
  await hosted.expectHeading(page, hosted.HEADINGS.already);
});

import {
  ACCOUNT,
  authorise,
  continueWith,
  expectAnswers,
  expectHeading,
  HEADINGS,
  type Place,
  press,
  setupUrl,
} from "../support/browser/setup-page";
import { test } from "../support/browser/site";
import { expect } from "../support/browser/test";

test.use({ javaScriptEnabled: false });

/** From the first step to the end, with a mistake in each step. */
async function walk(place: Place): Promise<void> {
  await expectHeading(place, HEADINGS.bank);
  await continueWith(place, { bsb: "06200", accountNumber: "" });
  const summary = place.getByRole("alert").filter({ hasText: "There is a problem" });
  await expect(summary.getByRole("link")).toHaveText(["BSB must be 6 digits", "Enter the account number"]);
  await expectAnswers(place, { ...ACCOUNT, bsb: "06200", accountNumber: "" });
  await expect(place.getByLabel("BSB")).toHaveAttribute("aria-invalid", "true");

  await continueWith(place, { alone: "No" });
  await expectHeading(place, HEADINGS.stop);
  await press(place, "Use another account");
  await expectAnswers(place, { ...ACCOUNT, bsb: "062-000", alone: "No" });
  await continueWith(place);
  await expectHeading(place, HEADINGS.check);
  await press(place, "Change bank details");
  await expectAnswers(place, { ...ACCOUNT, bsb: "062-000", accountNumber: "000123456" });
  await press(place, "Continue");

  await expectHeading(place, HEADINGS.check);
  await press(place, "Authorise direct debit");
  await expect(summary.getByRole("link")).toHaveText(["Confirm that you authorise these debits"]);
  await authorise(place);
  await expectHeading(place, HEADINGS.done);
  await expect(place.getByText("062-000 ending 456")).toBeVisible();
}

test("without a script a student authorises, corrects and goes back", async ({ page, api, scene }) => {
  await page.goto(setupUrl(scene));
  await expect(page.getByRole("button", { name: "Fill test account" })).toHaveCount(0);
  await expect(page.getByText("000123456")).toBeVisible();
  await walk(page);
  expect((await api.status(scene.id)).body.checkout_status).toBe("Awaiting Confirmation");
  await page.reload();
  await expectHeading(page, HEADINGS.already);
});

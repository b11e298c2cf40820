import { TEST_CARDS } from "../../packages/cards/test-cards";
import { expect, test } from "../support/browser/test";

test("a declined card charges nothing, and another one is charged", async ({ page, student, atCard }) => {
  await student.payWith({ number: TEST_CARDS.declined_insufficient_funds.number });
  // In the form or, on a slow machine, above it, as the page that waits for the bank leads back.
  const told =
    "Your bank says there is not enough money available. Use another card. You have not been charged.";
  await expect(page.getByText(told)).toBeVisible();
  expect(await atCard.charged()).toEqual([]);
  await page.getByLabel("Card number").fill(TEST_CARDS.mastercard.number);
  await student.pay().click();
  await student.seesPaid();
  await expect(page.getByText("Mastercard ending 4444")).toBeVisible();
  expect(await atCard.charged()).toEqual([1500]);
});

import { TEST_CARDS } from "../../packages/cards/test-cards";
import { chargedFor, makeEnrolment } from "../support/browser/enrolment";
import { Student } from "../support/browser/student";
import { expect, test } from "../support/browser/test";

test("a declined card charges nothing and says so, and another card is the one charge", async ({
  page,
  provider,
  api,
}) => {
  const student = new Student(page);
  const { home, reference } = await makeEnrolment(provider, "card");
  await page.goto(home);
  await student.payWith({ number: TEST_CARDS.declined_insufficient_funds.number });
  const alert = page.getByRole("alert").filter({ hasText: "not enough money" });
  await expect(alert).toContainText("Use another card. You have not been charged.");
  await expect(page.locator(":focus").filter({ has: alert })).toHaveCount(1);
  expect(await chargedFor(api, reference)).toEqual([]);
  await page.getByLabel("Card number").fill(TEST_CARDS.mastercard.number);
  await student.pay().click();
  await student.seesPaid();
  await expect(page.getByText("Mastercard ending 4444")).toBeVisible();
  expect(await chargedFor(api, reference)).toEqual([1500]);
});

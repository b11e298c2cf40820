import { TEST_CARDS } from "../../../packages/cards/test-cards";
import { planCollected, TOO_LITTLE_MONEY, wait } from "../../support/browser/enrolment";
import { expect, test } from "../../support/browser/test";

test("a student pays by card what is owed, after one that is declined, and then everything", async ({
  page,
  api,
  provider,
  student,
}) => {
  const { home } = await planCollected(api, provider, TOO_LITTLE_MONEY);
  await wait(api, 20);
  await page.goto(`${home}/plan`);
  await page.getByRole("link", { name: "Pay $100.01 by card" }).click();
  await expect(page.getByRole("heading", { name: "Pay by card" })).toBeVisible();
  await expect(page.getByText("This pays the payment that did not go through.")).toBeVisible();
  const pay = page.getByRole("button", { name: "Pay $100.01" });
  await student.typeCard({ number: TEST_CARDS.declined_insufficient_funds.number });
  await pay.click();
  await expect(page.getByRole("alert").filter({ hasText: "You have not been charged." })).toBeVisible();
  await student.typeCard({ number: TEST_CARDS.visa.number });
  await pay.click();
  await expect(page.getByText("Your card payment went through.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your payments", exact: true })).toBeVisible();

  await page.getByRole("link", { name: "Pay everything, $2,500.25" }).click();
  await student.typeCard();
  await page.getByRole("button", { name: "Pay $2,500.25" }).dblclick();
  await expect(page.getByRole("heading", { name: "You have paid everything" })).toBeVisible();
  await expect(page.getByRole("link", { name: /Pay everything/ })).toBeHidden();
  await page.goto(`${home}/plan/pay`);
  await expect(page).toHaveURL(`${home}/plan`);
});

test("a payment whose outcome is not known is awaited, and the page goes on by itself", async ({
  page,
  api,
  provider,
  student,
}) => {
  const { home } = await planCollected(api, provider);
  await page.goto(`${home}/plan/pay`);
  await student.typeCard({ number: TEST_CARDS.answer_lost.number });
  await page.getByRole("button", { name: "Pay $1,500.00" }).click();
  await expect(page.getByText("Do not pay again.").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "You have paid everything" })).toBeVisible();
});

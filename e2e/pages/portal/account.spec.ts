import { checkoutsOf, planAuthorised } from "../../support/browser/enrolment";
import { continueWith } from "../../support/browser/setup-page";
import { expect, test } from "../../support/browser/test";

test("another bank account asks for nothing else twice", async ({ page, api, provider, student }) => {
  const { home, reference } = await planAuthorised(api, provider);
  await page.goto(home);
  await page.getByRole("link", { name: "Change your bank account" }).click();
  await student.at("account");
  await expect(page.getByText("ending 456")).toBeVisible();
  await page.getByRole("link", { name: "Keep this account" }).click();
  await student.at("review");
  await page.getByRole("link", { name: "Change your bank account" }).click();
  await page.getByRole("button", { name: "Use another account" }).click();
  await student.at("bank");
  await continueWith(student.bank(), { bsb: "733-000", accountNumber: "987654321" });
  await student.authorise();
  await expect(page.getByText("733-000 ending 321")).toBeVisible();
  await student.sign();
  await student.seesSigned();
  const statuses = (await checkoutsOf(api, reference)).map(({ checkout_status }) => checkout_status);
  expect(statuses).toEqual(["Confirmed", "Cancelled"]);
});

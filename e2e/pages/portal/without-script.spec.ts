import { makeEnrolment, planAuthorised } from "../../support/browser/enrolment";
import { expect, test } from "../../support/browser/test";

test.use({ javaScriptEnabled: false });

test("a form refused without a script says so in the title", async ({ page, provider, api }) => {
  const { home } = await makeEnrolment(provider);
  const send = () => page.getByRole("button", { name: "Continue" }).click();
  await page.goto(`${home}/details`);
  await page.getByLabel("First name").fill("");
  await expect(page).toHaveTitle(`Your details – ${provider.name}`);
  await send();
  await expect(page.getByRole("link", { name: "Enter your first name" })).toBeVisible();
  await expect(page).toHaveTitle(`Error: Your details – ${provider.name}`);
  await page.getByLabel("First name").fill("Amelia");
  await send();
  await expect(page).toHaveTitle(`How to pay – ${provider.name}`);
  await send();
  await expect(page).toHaveTitle(`Error: How to pay – ${provider.name}`);

  await page.goto((await planAuthorised(api, provider)).home);
  await page.getByRole("button", { name: "Confirm enrolment and payment plan" }).click();
  await expect(page).toHaveTitle(`Error: Review and confirm – ${provider.name}`);
});

import { makeEnrolment } from "../../support/browser/enrolment";
import { expect, test } from "../../support/browser/test";

test("a mistyped mail service is asked about once, and kept", async ({ page, provider, student }) => {
  await page.goto(`${(await makeEnrolment(provider)).home}/details`);
  const email = page.getByLabel("Email address");
  await email.fill("mia@gmial.com");
  await student.next().click();
  await expect(page.getByRole("link", { name: /^Did you mean gmail\.com\? Correct it/ })).toBeVisible();
  await student.next().click();
  await student.at("pay");
});

test("an address that was asked about is corrected key by key", async ({ page, provider, student }) => {
  await page.goto(`${(await makeEnrolment(provider)).home}/details`);
  const email = page.getByLabel("Email address");
  await email.fill("mia@gmial.com");
  await student.next().click();
  await expect(page.getByRole("link", { name: /^Did you mean gmail\.com\? Correct it/ })).toBeVisible();
  await email.press("ControlOrMeta+a");
  await page.keyboard.type("mia@gmail.com");
  await expect(email).toHaveValue("mia@gmail.com");
  await student.next().click();
  await student.at("pay");
});

test("the answers are not said to be for mails where students get none", async ({ page, provider }) => {
  await page.goto(`${(await makeEnrolment(provider)).home}/details`);
  await expect(page.getByText(`${provider.name} needs these to enrol you.`, { exact: true })).toBeVisible();
});

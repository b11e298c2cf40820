import type { Page } from "@playwright/test";
import { makeEnrolment, planBegun } from "../../support/browser/enrolment";
import { expect, test } from "../../support/browser/test";

/** The next form is answered as one of a network that has sent too much; what comes after reaches the server. */
async function refuseNextForm(page: Page, of: string): Promise<void> {
  let isFirst = true;
  await page.route(of, async (route) => {
    if (route.request().method() !== "POST" || !isFirst) return route.continue();
    isFirst = false;
    await route.fulfill({
      status: 429,
      headers: { "Content-Type": "text/plain", "Retry-After": "7" },
      body: "Too many forms were sent from your network. Nothing was saved. Go back, wait 7 seconds and try again.\n",
    });
  });
}

test.beforeEach(({ watch }) => watch.expectFault(/status of 429/));

test("a form over the network's limit can be sent again", async ({ page, provider, student }) => {
  await page.goto(`${(await makeEnrolment(provider)).home}/details`);
  await page.getByLabel("First name").fill("Zoë");
  await refuseNextForm(page, "**/e/**");
  await student.next().click();
  await expect(page.getByRole("alert").filter({ hasText: "Too many forms" })).toContainText(
    "Nothing was saved. Wait 7 seconds and try again.",
  );
  await expect(page.getByLabel("First name")).toHaveValue("Zoë");
  await student.next().click();
  await student.at("pay");
});

test("a payment over the network's limit was not sent", async ({ page, student, atCard }) => {
  await refuseNextForm(page, "**/e/**");
  await student.payWith();
  const notice = page.getByRole("alert").filter({ hasText: "Too many forms" });
  await expect(notice).toContainText("Your payment was not sent. Wait 7 seconds and try again.");
  expect(await atCard.charged()).toEqual([]);
  await student.pay().click();
  await student.seesPaid();
  expect(await atCard.charged()).toEqual([1500]);
});

test("a bank form over the network's limit is kept", async ({ page, api, provider, student }) => {
  await page.goto((await planBegun(api, provider)).home);
  await student.bank().getByLabel("BSB").waitFor();
  await refuseNextForm(page, "**/api/dd-setup?*");
  await student.giveAccount();
  await expect(student.bank().getByRole("alert").filter({ hasText: "Too many forms" })).toContainText(
    "Nothing was saved. Wait 7 seconds and try again.",
  );
  await expect(student.bank().getByLabel("Account number")).toHaveValue("000123456");
  await student.bank().getByRole("button", { name: "Continue" }).click();
  await student.authorise();
});

import type { Page } from "@playwright/test";
import { newAddress, test } from "../support/browser/kept-mail";
import { Student } from "../support/browser/student";
import { expect } from "../support/browser/test";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

const continueHere = (page: Page) => page.getByRole("button", { name: "Continue here" }).click();

/** The link in the newest mail of that subject to an address, as its reader follows it. */
async function mailedLink(page: Page, address: string, subject: RegExp): Promise<string> {
  const mail = page.getByRole("listitem").filter({ hasText: address }).filter({ hasText: subject });
  await expect(async () => {
    await page.goto("/sandbox/mail");
    expect(await mail.first().isVisible()).toBe(true);
  }).toPass();
  await mail.first().getByRole("link").click();
  const link = page.frameLocator("iframe").locator('a[href*="/e/"]').first();
  return (await link.getAttribute("href"))!;
}

test("the mailed link ends the one in the tab", async ({ page, openContext, provider, watch }) => {
  watch.expectFault(/status of 404/);
  const tab = new Student(page);
  await tab.enrol(provider.code, provider.course.name);
  const address = newAddress();
  await tab.giveDetails(address);
  await expect(page.getByText("Once you continue there, this window’s link ends")).toBeVisible();

  // On the phone: until the button is pressed there, the tab goes on.
  const phone = await (await openContext({ viewport: { width: 390, height: 664 } })).newPage();
  const mailed = await mailedLink(phone, address, /Continue your enrolment/);
  await phone.goto(mailed);
  await expect(phone.getByText("Amelia, this link opens your enrolment.")).toBeVisible();
  await page.reload();
  await tab.at("pay");
  await continueHere(phone);
  const student = new Student(phone);
  await student.at("pay");
  await student.choose("card");

  // Back at the old tab: what is sent from it is not saved.
  await tab.byPlan().check();
  await tab.next().click();
  await expect(heading(page)).toHaveText("This link has ended");
  await expect(page.getByText(address)).toHaveCount(0);
  await phone.reload();
  await student.at("card");

  await page.getByRole("link", { name: "Email me a new link" }).click();
  await expect(heading(page)).toHaveText("Get a new link");
  await page.getByLabel("Email address").fill("amelia@");
  await page.getByRole("button", { name: "Email me a new link" }).click();
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  await page.getByLabel("Email address").fill(address);
  await page.getByRole("button", { name: "Email me a new link" }).click();
  await expect(heading(page)).toHaveText("Check your email");
  const asked = await mailedLink(page, address, /Your new link/);
  await page.goto(asked);
  await continueHere(page);
  await tab.at("card");
  await phone.reload();
  await expect(heading(phone)).toHaveText("This link has ended");
});

test("a tab that waits is told that its link has ended", async ({ page, openContext, provider, watch }) => {
  watch.expectFault(/status of 404/);
  const tab = new Student(page);
  await tab.enrol(provider.code, provider.course.name);
  const address = newAddress();
  await tab.giveDetails(address);
  await tab.choose("plan");
  const other = await (await openContext()).newPage();
  await other.goto(await mailedLink(other, address, /Continue your enrolment/));
  await continueHere(other);
  await new Student(other).at("bank");
  await expect(new Student(other).bank().getByLabel("BSB")).toBeVisible();
  await expect(heading(page)).toHaveText("This link has ended");
});

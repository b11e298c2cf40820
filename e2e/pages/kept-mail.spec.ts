import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/browser/axe";
import { newAddress, test } from "../support/browser/kept-mail";
import { Student } from "../support/browser/student";
import { expect } from "../support/browser/test";

test("a kept link can be read and takes up the enrolment", async ({ page, provider, watch, student }) => {
  // The browser's word for it when the test's own tools look into the frame.
  watch.expectFault(/Blocked script execution/);
  await student.enrol(provider.code, provider.course.name);
  await expect(
    page.getByText(/needs these to enrol you and to email you your receipt or agreement\.$/),
  ).toBeVisible();
  const to = newAddress();
  await student.giveDetails(to);
  await expect(page.getByText(`with the link that we email to ${to}`)).toBeVisible();
  const enrolment = new URL(page.url()).pathname;
  await expect(async () => {
    await page.goto("/sandbox/mail");
    expect(await page.getByText(to).isVisible()).toBe(true);
  }).toPass();
  await isFineAtEachWidth(page);
  await page.getByRole("listitem").filter({ hasText: to }).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    `Continue your enrolment at ${provider.name}`,
  );
  const mail = page.frameLocator("iframe");
  await expect(mail.getByRole("heading", { level: 1 })).toHaveText("Continue your enrolment");
  const opening = page.waitForEvent("popup");
  await mail.getByRole("link", { name: "Continue your enrolment" }).click();
  const opened = await opening;
  await opened.getByRole("button", { name: "Continue here" }).click();
  // The same step by another link, which is newer.
  await new Student(opened).at("pay");
  const { pathname } = new URL(opened.url());
  expect(pathname).not.toBe(enrolment);

  // Nothing can be run in the frame, axe no more than a mail's script: its document is looked at by itself.
  const html = await (await page.request.get(`${page.url()}/html`)).text();
  await page.locator("iframe").evaluate((frame) => frame.remove());
  await isFineAtEachWidth(page);
  const alone = await page.context().newPage();
  await alone.setContent(html);
  await isFineAtEachWidth(alone);
});

async function isFineAtEachWidth(page: Page): Promise<void> {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
}

test("the last page says by itself that the receipt was emailed", async ({ page, provider, student }) => {
  await student.enrol(provider.code, provider.course.name);
  const to = newAddress();
  await student.giveDetails(to);
  await student.choose("card");
  await student.payWith();
  await student.seesPaid();
  let loads = 0;
  page.on("load", () => loads++);
  await expect(page.getByText(`We have emailed your receipt to ${to}.`)).toBeVisible();
  expect(loads).toBe(0);
});

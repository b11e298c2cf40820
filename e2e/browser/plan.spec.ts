import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { extractText, getDocumentProxy } from "unpdf";
import { nextBusinessDay } from "../../packages/dates/business-days";
import { formatWeekday } from "../../packages/dates/calendar";
import { daysAhead } from "../support/bodies";
import { checkoutsOf } from "../support/browser/enrolment";
import { expect, test } from "../support/browser/test";

test("a student signs a plan and takes the papers along", async ({ page, api, provider, student }) => {
  await student.enrol(provider.code, provider.course.name);
  await student.giveDetails();
  await expect(page.getByText("Step 2 of 4")).toBeVisible();
  await student.choose("plan");
  await student.giveAccount();
  await student.authorise();

  const main = page.getByRole("main");
  await expect(page.getByText("Step 4 of 4")).toBeVisible();
  const review = main.locator("section", {
    has: page.getByRole("heading", { name: "Your payment plan", exact: true }),
  });
  await review.getByText("Your details: Amelia Nguyen, amelia@example.com").click();
  for (const text of [
    "Amelia Nguyen",
    "amelia@example.com",
    "062-000 ending 456",
    `$57.69 on ${formatWeekday(nextBusinessDay(daysAhead(14)))}`,
    "24 × $57.69, fortnightly",
  ])
    await expect(review.getByText(text, { exact: true })).toBeVisible();
  expect(await page.content(), "the account's number is nowhere on the page").not.toContain("000123456");
  await student.sign();
  await student.seesSigned();
  await expect(main.getByText("Your first payment of $57.69")).toBeVisible();

  const reference = (await main.innerText()).match(/ENR-\w{5}-\w{5}/)![0];
  const [checkout, ...others] = await checkoutsOf(api, reference);
  expect(others).toEqual([]);
  expect(checkout).toMatchObject({
    checkout_status: "Confirmed",
    authorisation_status: "Authorised",
    opportunity_stage: "Payment Plan Signed",
    plan: { payment_frequency: "Fortnightly", number_of_instalments: 26, instalment_amount: 57.69 },
  });

  const pdf = await downloaded(page, page.getByRole("link", { name: "Download your agreement (PDF)" }));
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  for (const words of [reference, "57.69", "57.75", "1,500.00", "Amelia Nguyen"])
    expect(text).toContain(words);
  const link = page.getByRole("link", { name: "Add the payments to your calendar" });
  const calendar = (await downloaded(page, link)).toString();
  expect(calendar.match(/^BEGIN:VEVENT/gm)).toHaveLength(26);
  expect(calendar.match(/\$57\.69/g)).toHaveLength(25);
  expect(calendar).toContain("payment 26 of 26\\, $57.75");
});

async function downloaded(page: Page, link: Locator): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  return readFile(await download.path());
}

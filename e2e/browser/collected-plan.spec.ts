import { nextBusinessDay } from "../../packages/dates/business-days";
import { formatShortDate } from "../../packages/dates/calendar";
import { daysAhead } from "../support/bodies";
import { planCollected, TOO_LITTLE_MONEY, wait } from "../support/browser/enrolment";
import { expect, test } from "../support/browser/test";

test("a student goes from the last page to the payments and moves one", async ({ page, api, provider }) => {
  const { home } = await planCollected(api, provider);
  await page.goto(`${home}/done`);
  await page.getByRole("link", { name: "See your payments" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your payments");
  await page.getByRole("link", { name: "Move a payment" }).click();
  await page.getByRole("button", { name: "See what this changes" }).click();
  await expect(page.getByRole("alert").getByRole("link")).toHaveText("Enter a date");
  const day = nextBusinessDay(daysAhead(60));
  await page.getByLabel("New day").fill(day);
  await page.getByRole("button", { name: "See what this changes" }).click();
  await expect(page.getByText("The total stays $1,500.00.")).toBeVisible();
  await page.getByRole("button", { name: "Move a payment" }).click();
  await expect(page.getByText("Your change is made.")).toBeVisible();
  await expect(page.getByRole("cell", { name: `${formatShortDate(day)} Planned` })).toHaveCount(1);
});

test("a student chooses a date for a payment that failed", async ({ page, api, provider }) => {
  const { home } = await planCollected(api, provider, TOO_LITTLE_MONEY);
  await wait(api, 20);
  await page.goto(`${home}/plan`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/\$100\.01 did not go through$/);
  const dates = page.getByRole("group", { name: "When can we try again?" }).getByRole("radio");
  await expect(dates).toHaveCount(3);
  await dates.last().check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Debit on this date" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your payments");
});

import type { BrowserContext, Page } from "@playwright/test";
import { chargedFor, makeEnrolment, planAuthorised } from "../../support/browser/enrolment";
import { Student } from "../../support/browser/student";
import { expect, test } from "../../support/browser/test";

/** A plan that is authorised and stands to be signed in one window, and another window of the same student. */
async function twoWindowsAtReview(
  context: BrowserContext,
  page: Page,
  ...of: Parameters<typeof planAuthorised>
) {
  const { home } = await planAuthorised(...of);
  const [student, other] = [new Student(page), new Student(await context.newPage())];
  await page.goto(home);
  await student.at("review");
  return { home, student, other };
}

async function choosesMonthly(other: Student, home: string): Promise<void> {
  await other.page.goto(`${home}/pay`);
  await other.byOtherPlan().check();
  await other.page.getByLabel("How often").selectOption("Monthly");
  await other.next().click();
  await other.at("bank");
}

test("a card that is sent after another window chose the plan is not charged, and the page says so", async ({
  context,
  page,
  provider,
  api,
}) => {
  const { home, reference } = await makeEnrolment(provider, "card");
  const [student, other] = [new Student(page), new Student(await context.newPage())];
  await page.goto(home);
  await student.fillCard();
  await other.page.goto(`${home}/pay`);
  await other.choose("plan");
  await student.pay().click();
  await page.waitForURL(/\/bank\?/);
  await expect(
    page.getByText("You chose a plan in another window. Your card was not charged."),
  ).toBeVisible();
  expect(await chargedFor(api, reference)).toEqual([]);
});

test("a plan that is sent after another window paid by card is not begun, and the page says so", async ({
  context,
  page,
  provider,
  api,
}) => {
  const { home, reference } = await makeEnrolment(provider, "card");
  const [student, other] = [new Student(page), new Student(await context.newPage())];
  await page.goto(`${home}/pay`);
  await student.byPlan().check();
  await other.page.goto(home);
  await other.payWith();
  await other.seesPaid();
  await student.next().click();
  await page.waitForURL(/\/done\?/);
  await expect(page.getByText("You paid by card in another window.")).toBeVisible();
  expect(await chargedFor(api, reference)).toEqual([1500]);
});

test("a review of a plan that another window replaced tells why the bank is asked again", async ({
  context,
  page,
  provider,
  api,
}) => {
  const { home, student, other } = await twoWindowsAtReview(context, page, api, provider);
  await choosesMonthly(other, home);
  await student.sign();
  await page.waitForURL(/\/bank\?/);
  await expect(
    page.getByText("You changed your payment plan in another window. The one before was not signed."),
  ).toBeVisible();
});

test("a review of a plan that another window replaced and authorised shows the new plan, unticked, and can be signed", async ({
  context,
  page,
  provider,
  api,
}) => {
  const { home, student, other } = await twoWindowsAtReview(context, page, api, provider);
  await choosesMonthly(other, home);
  await other.giveAccount();
  await other.authorise();
  await student.sign();
  await expect(
    page.getByText("You changed your payment plan in another window. The one before was not signed."),
  ).toBeVisible();
  for (const box of await page.getByRole("checkbox").all()) await expect(box).not.toBeChecked();
  await student.sign();
  await student.seesSigned();
});

test("a plan that is confirmed after another window chose the card is not signed, and the page says so", async ({
  context,
  page,
  provider,
  api,
}) => {
  const { home, student, other } = await twoWindowsAtReview(context, page, api, provider);
  await other.page.goto(`${home}/pay`);
  await other.choose("card");
  await student.sign();
  await page.waitForURL(/\/card\?/);
  await expect(
    page.getByText("You chose to pay by card in another window. The payment plan was not signed."),
  ).toBeVisible();
});

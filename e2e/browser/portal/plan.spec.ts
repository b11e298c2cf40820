import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { extractText, getDocumentProxy } from "unpdf";
import { nextBusinessDay } from "../../../lib/domain/business-days";
import { addDays, dateInZone, formatDate, formatShortDate, weekday } from "../../../lib/domain/calendar";
import { DECLARATIONS } from "../../../lib/domain/wording";
import { daysAhead } from "../../support/bodies";
import { checkoutsOf, makeEnrolment, planAuthorised } from "../support/enrolment";
import { Student } from "../support/student";
import { expect, test } from "../support/test";

test("a student signs a plan of 26 fortnightly payments and takes the papers along", async ({
  page,
  provider,
  api,
}) => {
  const student = new Student(page);
  await student.enrol(provider.code, provider.course.name);
  await student.giveDetails();
  await expect(page.getByText("Step 2 of 4")).toBeVisible();
  await student.choose("plan");
  await student.giveAccount();
  await student.authorise();

  const main = page.getByRole("main");
  await expect(page.getByText("Step 4 of 4")).toBeVisible();
  for (const text of [
    "Amelia Nguyen",
    "amelia@example.com",
    "062-000 ending 456",
    formatDate(nextBusinessDay(daysAhead(14))),
  ])
    await expect(main.getByText(text, { exact: true })).toBeVisible();
  await expect(main.getByText("26 fortnightly payments of $57.69")).toBeVisible();
  expect(await page.content(), "the account's number is nowhere on the page").not.toContain("000123456");
  await student.sign();
  await student.seesSigned();

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

test("the schedule follows the answers at once: amounts, debit dates that are business days, and the sum", async ({
  page,
  provider,
}) => {
  const student = new Student(page);
  await page.goto((await makeEnrolment(provider)).home);
  await student.byPlan().check();
  await expect(
    page.getByRole("radio", {
      name: "26 fortnightly payments of $57.69, no interest, last payment $57.75",
      exact: true,
    }),
  ).toBeChecked();
  const table = page.getByRole("table", { name: "Your payments" });
  const rows = table.getByRole("rowgroup").last().getByRole("row");
  await expect(rows).toHaveCount(26);
  await expect(cellsOf(rows.last()).nth(3)).toHaveText("$57.75");
  await expect(cellsOf(rows.last()).nth(4)).toHaveText("Balance $0.00");

  await page.getByLabel("How often").selectOption("Monthly");
  await expect(page.getByLabel("Number of payments")).toHaveValue("12");
  await expect(rows).toHaveCount(12);
  await expect(student.byPlan()).toHaveAccessibleName("12 monthly payments of $125.00, no interest");

  await page.getByLabel("Number of payments").fill("7");
  await expect(rows).toHaveCount(7);
  await expect(student.byPlan()).toHaveAccessibleName(
    "7 monthly payments of $214.28, no interest, last payment $214.32",
  );

  const saturday = nextSaturday();
  await page.getByLabel("First payment date").fill(saturday);
  await expect(cellsOf(rows.first()).nth(1)).toHaveText(`Due ${formatShortDate(saturday)}`);
  await expect(cellsOf(rows.first()).nth(2)).toHaveText(formatShortDate(nextBusinessDay(saturday)));
  expect(nextBusinessDay(saturday) > saturday).toBe(true);

  await student.next().click();
  await student.at("bank");
  await expect(page.getByText("7 monthly payments of $214.28").filter({ visible: true })).toBeVisible();
});

test("what cannot be a plan is said beside the field, and a corrected field loses its error", async ({
  page,
  provider,
}) => {
  const student = new Student(page);
  await page.goto((await makeEnrolment(provider)).home);
  await student.next().click();
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await expect(summary.getByRole("link")).toHaveText(["Select how you want to pay"]);
  await student.byPlan().check();
  await page.getByLabel("Number of payments").fill("105");
  const today = dateInZone(new Date(), "Australia/Sydney");
  await page.getByLabel("First payment date").fill(addDays(today, -1));
  await student.next().click();
  await expect(summary.getByRole("link")).toHaveText([
    "Number of payments must be between 1 and 104",
    `First payment date must be on or after ${formatDate(today)}`,
  ]);
  await expect(page.getByLabel("Number of payments")).toHaveValue("105");
  await page.getByLabel("Number of payments").fill("10");
  await page.getByLabel("First payment date").fill(daysAhead(400));
  await expect(summary.getByRole("link")).toHaveText([
    `First payment date must be on or before ${formatDate(addDays(today, 365))}`,
  ]);
});

test("no declaration is ticked beforehand, and each that is missing is asked for by itself", async ({
  page,
  provider,
  api,
}) => {
  const student = new Student(page);
  const { home, checkoutId } = await planAuthorised(api, provider);
  await page.goto(home);
  const confirm = page.getByRole("button", { name: "Confirm enrolment and payment plan" });
  const errors = [
    "Accept the payment plan agreement to continue",
    "Confirm that your information is true and complete to continue",
    "Consent to the use of your personal information to continue",
  ];
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  for (const box of await page.getByRole("checkbox").all()) await expect(box).not.toBeChecked();
  await confirm.click();
  await expect(summary.getByRole("link")).toHaveText(errors);
  for (const [position, words] of Object.values(DECLARATIONS).entries()) {
    await page.getByLabel(words).check();
    const left = errors.slice(position + 1);
    if (left.length > 0) await expect(summary.getByRole("link")).toHaveText(left);
  }
  await page.getByLabel(DECLARATIONS.information_confirmed).uncheck();
  await confirm.click();
  await expect(summary.getByRole("link")).toHaveText([errors[1]!]);
  expect((await api.status(checkoutId)).body.checkout_status).toBe("Awaiting Confirmation");
  await page.getByLabel(DECLARATIONS.information_confirmed).check();
  await confirm.dblclick();
  await student.seesSigned();
  expect((await api.status(checkoutId)).body.checkout_status).toBe("Confirmed");
});

function cellsOf(row: Locator): Locator {
  return row.getByRole("cell");
}

/** The first Saturday that is two weeks away or more. */
function nextSaturday(): string {
  let date = daysAhead(14);
  while (weekday(date) !== 6) date = addDays(date, 1);
  return date;
}

async function downloaded(page: Page, link: Locator): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  return readFile(await download.path());
}

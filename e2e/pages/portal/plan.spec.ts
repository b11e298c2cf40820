import type { Locator } from "@playwright/test";
import { eq } from "drizzle-orm";
import { course } from "../../../drizzle/schema";
import { DECLARATIONS } from "../../../lib/domain/wording";
import { nextBusinessDay } from "../../../packages/dates/business-days";
import { addDays, formatShortDate, weekday } from "../../../packages/dates/calendar";
import { daysAhead } from "../../support/bodies";
import { checkoutsOf, makeEnrolment, planAuthorised } from "../../support/browser/enrolment";
import { expect, test } from "../../support/browser/test";
import { database } from "../../support/provider";

test("the schedule follows the answers: amounts, debit dates, sum", async ({ page, provider, student }) => {
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
  // Three, the gap, and the last.
  await expect(rows).toHaveCount(5);
  await expect(cellsOf(rows.last())).toHaveText(["26", /^\d+ \w{3} \d{4}/, "$57.75", "$0.00"]);
  await table.getByText("Show all 26").click();
  await expect(rows).toHaveCount(27);
  await table.getByText("Show fewer").click();
  await expect(rows).toHaveCount(5);
  await page.emulateMedia({ media: "print" });
  await expect(rows).toHaveCount(26);
  await page.emulateMedia({ media: null });

  await student.byOtherPlan().check();
  await page.getByLabel("How often").selectOption("Monthly");
  await expect(page.getByLabel("Number of payments")).toHaveValue("12");
  await expect(table.getByText("Show all 12")).toBeVisible();
  await expect(student.byPlan()).toHaveAccessibleName("12 monthly payments of $125.00, no interest");

  await page.getByLabel("Number of payments").fill("4");
  await expect(rows).toHaveCount(4);
  await expect(student.byPlan()).toHaveAccessibleName("4 monthly payments of $375.00, no interest");

  const saturday = nextSaturday();
  await page.getByLabel("First payment date").fill(saturday);
  const due = formatShortDate(saturday).replace(/ \d{4}$/, "");
  await expect(cellsOf(rows.first()).nth(1)).toHaveText(
    `${formatShortDate(nextBusinessDay(saturday))} (due ${due}, weekend)`,
  );
  expect(nextBusinessDay(saturday) > saturday).toBe(true);

  await student.next().click();
  await student.at("bank");
  const order = page.getByRole("region", { name: "Order summary" });
  await expect(order.getByText("$0.00").filter({ visible: true }).first()).toBeVisible();
  await expect(order.getByText("2 × $375.00, monthly").filter({ visible: true })).toBeVisible();
});

test("a short course offers plans that end in time", async ({ page, api, provider, student }) => {
  await database().update(course).set({ latestLastDebitDays: 91 }).where(eq(course.providerId, provider.id));
  const { home, reference } = await makeEnrolment(provider);
  await page.goto(`${home}/pay`);
  await student.byPlan().check();
  const rows = page.getByRole("group", { name: "Choose your payments" }).getByRole("radio");
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toBeChecked();
  await expect(rows.first()).toHaveAccessibleName(/^6 × \$250\.00 a fortnight, until \w+( \d{4})?$/);
  await page.getByRole("radio", { name: /^3 × \$500\.00 a month/ }).check();
  await expect(student.byPlan()).toHaveAccessibleName("3 monthly payments of $500.00, no interest");
  // The fields go on from the row that was chosen last.
  await student.byOtherPlan().check();
  await expect(page.getByLabel("How often")).toHaveValue("Monthly");
  await page.getByLabel("Number of payments").fill("4");
  await student.next().click();
  await expect(page.getByRole("link", { name: "Number of payments must be between 1 and 3" })).toBeVisible();
  await rows.first().check();
  await student.next().click();
  await student.at("bank");
  const [checkout] = await checkoutsOf(api, reference);
  expect(checkout!.plan).toMatchObject({ payment_frequency: "Fortnightly", number_of_instalments: 6 });
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("a row is chosen, or other numbers, which are judged", async ({ page, api, provider, student }) => {
    const { home, reference } = await makeEnrolment(provider);
    await page.goto(`${home}/pay`);
    await student.byPlan().check();
    await expect(page.getByLabel("How often")).toBeHidden();
    await student.byOtherPlan().check();
    await page.getByLabel("Number of payments").fill("105");
    await student.next().click();
    await expect(
      page.getByRole("link", { name: "Number of payments must be between 1 and 104" }),
    ).toBeVisible();
    await expect(page.getByLabel("Number of payments")).toHaveValue("105");
    await page.getByRole("radio", { name: /^12 × \$125\.00 a month/ }).check();
    await student.next().click();
    await student.at("bank");
    const [checkout] = await checkoutsOf(api, reference);
    expect(checkout!.plan).toMatchObject({ payment_frequency: "Monthly", number_of_instalments: 12 });
  });
});

test("each declaration is asked for by its name", async ({ page, api, provider, student }) => {
  const { home, checkoutId } = await planAuthorised(api, provider);
  await page.goto(home);
  const confirm = page.getByRole("button", { name: "Confirm enrolment and payment plan" });
  const errors = [
    "Accept the payment plan agreement to continue",
    "Confirm that your information is true and complete to continue",
    "Consent to the use of your personal information to continue",
  ];
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  for (const name of ["Payment plan.", "Your information.", "Your privacy."])
    await expect(page.getByText(name, { exact: true })).toBeVisible();
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

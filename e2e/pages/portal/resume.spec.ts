import { ok } from "../../support/answer";
import {
  chargedFor,
  checkoutsOf,
  makeEnrolment,
  planAuthorised,
  planBegun,
} from "../../support/browser/enrolment";
import { Student } from "../../support/browser/student";
import { expect, test } from "../../support/browser/test";

test("Reload and Back keep every answer, and what was done", async ({ page, provider, student }) => {
  await student.enrol(provider.code, provider.course.name);
  await student.giveDetails();
  await page.goBack();
  await student.at("details");
  await expect(page.getByLabel("First name")).toHaveValue("Amelia");
  await page.reload();
  await expect(page.getByLabel("Email address")).toHaveValue("amelia@example.com");
  await student.next().click();
  await student.at("pay");

  await student.byPlan().check();
  await student.byOtherPlan().check();
  await page.getByLabel("How often").selectOption("Weekly");
  await page.getByLabel("Number of payments").fill("30");
  await student.next().click();
  await student.at("bank");
  await page.reload();
  await expect(student.bank().getByLabel("Account name")).toBeVisible();
  await page.goBack();
  await student.at("pay");
  await page.reload();
  await expect(student.byPlan()).toBeChecked();
  await expect(page.getByLabel("How often")).toHaveValue("Weekly");
  await expect(page.getByLabel("Number of payments")).toHaveValue("30");
  await expect(page.getByText("You have started a payment plan.")).toBeVisible();
  // The same answers again keep the same plan.
  await student.next().click();
  await student.at("bank");
  await student.giveAccount();
  await student.authorise();
  await student.sign();
  await student.seesSigned();
  await page.goBack();
  await student.at("done");
  await page.goBack();
  await student.at("done");
  await expect(page.getByText("Your payment plan is signed")).toBeVisible();
});

test("Back after paying shows that it is paid, once", async ({ page, api, provider, student }) => {
  const { home, reference } = await makeEnrolment(provider);
  await page.goto(home);
  await student.choose("card");
  await student.payWith();
  await student.seesPaid();
  await page.goBack();
  await student.at("done");
  await student.seesPaid();
  await page.reload();
  await student.seesPaid();
  expect(await chargedFor(api, reference)).toEqual([1500]);
});

test("the plan follows an answer changed at the review", async ({ page, api, provider, student }) => {
  const { home, reference } = await planAuthorised(api, provider);
  await page.goto(home);
  await page.getByText("Your details: Amelia Nguyen").click();
  await page.getByRole("link", { name: "Change your name" }).click();
  await student.at("details");
  // What is not changed stays signed for.
  await student.next().click();
  await student.at("review");
  await page.getByRole("link", { name: "Change your payments" }).click();
  await student.at("pay");
  await expect(page.getByText("you will need to authorise your bank account again")).toBeVisible();
  await student.byOtherPlan().check();
  await page.getByLabel("Number of payments").fill("10");
  await student.next().click();
  await student.at("bank");
  await student.giveAccount();
  await student.authorise();
  const review = page.getByRole("main").locator("section", { has: page.getByText("Your payment plan") });
  await expect(review.getByText("8 × $150.00, fortnightly")).toBeVisible();
  const checkouts = await checkoutsOf(api, reference);
  expect(checkouts.map((one) => one.checkout_status)).toEqual(["Awaiting Confirmation", "Cancelled"]);

  await page.getByText("Your details: Amelia Nguyen").click();
  await page.getByRole("link", { name: "Change your email address" }).click();
  await student.at("details");
  await page.getByLabel("Email address").fill("amelia.n@example.com");
  await student.next().click();
  await student.at("pay");
  await expect(page.getByLabel("Number of payments")).toHaveValue("10");
});

test("a waiting bank page notices that its plan was cancelled", async ({ page, api, provider }) => {
  const { home, checkoutId } = await planBegun(api, provider);
  await page.goto(home);
  await expect(new Student(page).bank().getByLabel("BSB")).toBeVisible();
  ok(await api.cancel(checkoutId));
  await new Student(page).at("cancelled");
});

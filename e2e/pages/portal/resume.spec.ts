import type { Page } from "@playwright/test";
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
import { lapse } from "../../support/provider";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("at every step of a plan the link goes on in another browser", async ({
  page,
  openContext,
  provider,
}) => {
  const student = new Student(page);
  const { home } = await makeEnrolment(provider);
  await page.goto(home);
  await student.choose("plan");
  await student.giveAccount();
  const resumed = await (await openContext()).newPage();
  const other = new Student(resumed);
  await resumed.goto(home);
  await other.at("bank");
  await student.authorise();
  // The page that waited for the bank learns it by itself.
  await other.at("review");
  await other.sign();
  await other.seesSigned();
  await page.reload();
  await student.seesSigned();
});

test("Reload and Back keep every answer, until Back after signing shows what was done", async ({
  page,
  provider,
}) => {
  const student = new Student(page);
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

test("Back after paying shows that it is paid, and pays no second time", async ({ page, provider, api }) => {
  const student = new Student(page);
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

test("a link from the review changes an answer, and the plan follows it", async ({ page, provider, api }) => {
  const student = new Student(page);
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

test("two windows, one with a card and one with a plan, never do both", async ({
  context,
  page,
  provider,
  api,
}) => {
  const { home, reference } = await makeEnrolment(provider);
  const [byCard, byPlan] = [new Student(page), new Student(await context.newPage())];
  await page.goto(home);
  await byPlan.page.goto(home);
  await byCard.choose("card");
  await byCard.fillCard();
  await byPlan.choose("plan");
  await byPlan.giveAccount();
  // The plan was chosen last and is under way: the card is not charged, and its window follows.
  await byCard.pay().click();
  await page.waitForURL(/\/bank(\?undone=card)?$/);
  expect(await chargedFor(api, reference)).toEqual([]);
  await byCard.page.goBack();
  await byPlan.authorise();
  await byPlan.sign();
  await byPlan.seesSigned();
  await page.goto(`${home}/card`);
  await byCard.seesSigned();
  expect(await chargedFor(api, reference)).toEqual([]);
  expect(await checkoutsOf(api, reference)).toHaveLength(1);
});

for (const ended of ["expired", "cancelled"] as const)
  test(`an enrolment whose plan ${ended} says so, and goes on from there`, async ({
    page,
    provider,
    api,
  }) => {
    const student = new Student(page);
    const { home, reference, checkoutId } = await planBegun(api, provider);
    await (ended === "expired" ? lapse(checkoutId) : api.cancel(checkoutId));
    await page.goto(home);
    await student.at(ended);
    await expect(heading(page)).toHaveText(
      ended === "expired" ? "Your payment plan has expired" : "Your payment plan was cancelled",
    );
    await expect(page.getByText("Nothing was taken from your account.")).toBeVisible();
    await page.getByRole("link", { name: "Choose how to pay" }).click();
    await student.at("pay");
    await expect(student.byPlan()).toBeChecked();
    await student.choose("card");
    await student.payWith();
    await student.seesPaid();
    expect(await chargedFor(api, reference)).toEqual([1500]);
  });

test("a waiting bank page notices that its plan was cancelled", async ({ page, provider, api }) => {
  const { home, checkoutId } = await planBegun(api, provider);
  await page.goto(home);
  await expect(new Student(page).bank().getByLabel("BSB")).toBeVisible();
  ok(await api.cancel(checkoutId));
  await new Student(page).at("cancelled");
});

test("a link that opens nothing says so, and nothing about anybody", async ({ page, provider, watch }) => {
  watch.expectFault(/status of 404/);
  const { home } = await makeEnrolment(provider);
  const forged = `${home.slice(0, -4)}${home.endsWith("AAAA") ? "BBBB" : "AAAA"}`;
  for (const path of [forged, `${forged}/pay`, "/e/nothing", "/e/nothing/done"]) {
    const response = (await page.goto(path))!;
    expect(response.status(), path).toBe(404);
    await expect(heading(page)).toHaveText("We could not find this enrolment");
    await expect(page.getByRole("link", { name: "Go to the start page" })).toBeVisible();
    expect(await page.content()).not.toMatch(/Amelia|Bookkeeping|Test College/);
  }
});

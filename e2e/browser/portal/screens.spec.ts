import type { Page } from "@playwright/test";
import { TEST_CARDS } from "../../../lib/domain/test-cards";
import { expectAccessible } from "../support/axe";
import { makeEnrolment, planAuthorised, planBegun } from "../support/enrolment";
import { expectNoSidewaysScroll } from "../support/layout";
import { expectGoodScreen, expectRefused } from "../support/screens";
import { Student } from "../support/student";
import { expect, test } from "../support/test";

const ERROR = /^Error: /;

// Axe reads each screen twice, and a busy machine takes its time for that.
test.describe.configure({ timeout: 90_000 });

/** The pages' policies are looked at wherever a test here goes. */
const policies = new WeakMap<Page, string[]>();

test.beforeEach(({ page }) => {
  const seen: string[] = [];
  policies.set(page, seen);
  page.on("response", (response) => {
    const isPage = response.headers()["content-type"]?.startsWith("text/html");
    if (isPage && response.request().isNavigationRequest())
      seen.push(response.headers()["content-security-policy"] ?? `none at ${response.url()}`);
  });
});

test.afterEach(({ page }) => {
  const seen = policies.get(page)!;
  expect(seen.length).toBeGreaterThan(0);
  for (const policy of seen) {
    expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]{20,}'(;|$)/);
    expect(policy).not.toMatch(/unsafe|(?<!:)\*/);
  }
});

test("courses, terms and details are good screens, with and without errors", async ({ page, provider }) => {
  await page.goto(`/p/${provider.code}`);
  await expectGoodScreen(page, `Courses – ${provider.name}`);
  await page.goto(`/p/${provider.code}/terms`);
  await expectGoodScreen(page, `Terms and Conditions – ${provider.name}`);
  await new Student(page).enrol(provider.code, provider.course.name);
  await expectGoodScreen(page, `Your details – ${provider.name}`);
  await page.getByLabel("Email address").fill("amelia@");
  await new Student(page).next().click();
  await expect(page.getByRole("alert").getByRole("link")).toHaveText([
    "Enter your first name",
    "Enter your last name",
    "Enter an email address in the correct format, like name@example.com",
  ]);
  await expectRefused(page, ERROR);
  await expect(page.getByLabel("Email address")).toHaveValue("amelia@");
});

test("how to pay is a good screen: nothing chosen, a plan chosen, refused", async ({ page, provider }) => {
  const student = new Student(page);
  await page.goto((await makeEnrolment(provider)).home);
  await student.next().click();
  await expectRefused(page, ERROR);
  await student.byPlan().check();
  await expectGoodScreen(page, `How to pay – ${provider.name}`);
  await page.getByLabel("Number of payments").fill("0");
  await page.getByLabel("First payment date").fill("2020-01-01");
  await student.next().click();
  await expectRefused(page, ERROR);
});

test("the card page is a good screen: empty, refused, declined", async ({ page, provider }) => {
  const student = new Student(page);
  await page.goto((await makeEnrolment(provider, "card")).home);
  await page.getByText("Cards that do something else").click();
  await expectGoodScreen(page, `Pay by card – ${provider.name}`);
  await student.pay().click();
  await expectRefused(page, ERROR);
  await student.payWith({ number: TEST_CARDS.declined_insufficient_funds.number });
  const notice = page.getByRole("alert").filter({ hasText: "not enough money" });
  await expect(notice).toContainText("You have not been charged.");
  await expect(page.locator(":focus").filter({ has: notice })).toHaveCount(1);
  await expectGoodScreen(page, ERROR);
});

test("paying, checking and paid are good screens", async ({ page, provider }) => {
  const student = new Student(page);
  await page.goto((await makeEnrolment(provider, "card")).home);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/card", async (route) => {
    if (route.request().method() === "POST") await held;
    return route.continue();
  });
  // Held before the page can move on, so that the page that waits stays long enough to be looked at.
  await page.route("**/status", (route) => route.fulfill({ json: { step: "checking" } }));
  await student.payWith({ number: TEST_CARDS.answer_lost.number });
  await expect(page.getByRole("button", { name: "Processing…" })).toBeDisabled();
  await expectGoodScreen(page, `Pay by card – ${provider.name}`);
  release();
  await student.at("checking");
  await expectGoodScreen(page, `Checking your payment – ${provider.name}`);
  await page.unroute("**/status");
  await student.seesPaid();
  await expectGoodScreen(page, `You are enrolled – ${provider.name}`);
});

test("the bank page is a good screen with what is in its frame: empty and refused", async ({
  page,
  provider,
  api,
}) => {
  const student = new Student(page);
  await page.goto((await planBegun(api, provider)).home);
  await expect(student.bank().getByLabel("BSB")).toBeVisible();
  await expectGoodScreen(page, `Authorise your bank account – ${provider.name}`);
  await student.bank().getByRole("button", { name: "Continue" }).click();
  const summary = student.bank().getByRole("alert").filter({ hasText: "There is a problem" });
  await expect(summary).toBeVisible();
  await expect(student.bank().locator(":focus").filter({ has: summary })).toHaveCount(1);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test("the bank page is a good screen with the debits to check in its frame", async ({
  page,
  provider,
  api,
}) => {
  const student = new Student(page);
  await page.goto((await planBegun(api, provider)).home);
  await student.giveAccount();
  await expect(student.bank().getByRole("button", { name: "Authorise direct debit" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test("review and signed are good screens, with and without errors", async ({ page, provider, api }) => {
  const student = new Student(page);
  await page.goto((await planAuthorised(api, provider)).home);
  for (const summary of await page.locator("main summary").all()) await summary.click();
  await expectGoodScreen(page, `Review and confirm – ${provider.name}`);
  await page.getByRole("button", { name: "Confirm enrolment and payment plan" }).click();
  await expectRefused(page, ERROR);
  await student.sign();
  await student.seesSigned();
  await expectGoodScreen(page, `You are enrolled – ${provider.name}`);
});

test("cancelled and unknown are good screens", async ({ page, provider, api, watch }) => {
  const { home, checkoutId } = await planBegun(api, provider);
  await api.cancel(checkoutId);
  await page.goto(home);
  await expectGoodScreen(page, `Your enrolment was cancelled – ${provider.name}`);
  watch.expectFault(/status of 404/);
  await page.goto("/e/nothing");
  await expectGoodScreen(page, "Enrolment not found");
});

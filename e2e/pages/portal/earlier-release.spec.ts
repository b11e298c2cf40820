import type { Page } from "@playwright/test";
import { RENEWED } from "../../../lib/contract/forms/renewed";
import { DECLARATIONS } from "../../../lib/domain/wording";
import { ofEarlierRelease } from "../../support/browser/earlier-release";
import { chargedFor, checkoutsOf, makeEnrolment, planAuthorised } from "../../support/browser/enrolment";
import { expectGoodScreen } from "../../support/browser/screens";
import { Student } from "../../support/browser/student";
import { expect, test } from "../../support/browser/test";

const says = (page: Page, kind: keyof typeof RENEWED) =>
  expect(page.getByRole("main").getByRole("status").filter({ hasText: RENEWED[kind] })).toBeVisible();

test.beforeEach(({ watch }) => watch.expectFault(/status of 409|UnrecognizedActionError/));

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with a script" : "without a script", () => {
    test.use({ javaScriptEnabled });

    test("details of a page of an earlier release are there again, and go on", async ({ page, provider }) => {
      const student = new Student(page);
      const { home } = await makeEnrolment(provider);
      await page.goto(`${home}/details`);
      await page.getByLabel("First name").fill("Zoë “Zo” 文");
      await ofEarlierRelease(page);
      await student.next().click();
      await says(page, "kept");
      await expect(page.getByLabel("First name")).toHaveValue("Zoë “Zo” 文");
      if (javaScriptEnabled) await expectGoodScreen(page, `Your details – ${provider.name}`);
      await student.next().click();
      await student.at("pay");
      await expect(page.getByText("This page was updated")).toHaveCount(0);
      await page.goto(`${home}/details`);
      await expect(page.getByLabel("First name")).toHaveValue("Zoë “Zo” 文");
      await expect(page.getByText("This page was updated")).toHaveCount(0);
    });

    test("a plan that was chosen on one is chosen again", async ({ page, provider }) => {
      const student = new Student(page);
      await page.goto(`${(await makeEnrolment(provider)).home}/pay`);
      await student.byPlan().check();
      await student.byOtherPlan().check();
      await page.getByLabel("How often").selectOption("Monthly");
      await page.getByLabel("Number of payments").fill("13");
      await ofEarlierRelease(page);
      await student.next().click();
      await says(page, "kept");
      await expect(student.byPlan()).toBeChecked();
      await expect(page.getByLabel("How often")).toHaveValue("Monthly");
      await expect(page.getByLabel("Number of payments")).toHaveValue("13");
      await student.next().click();
      await student.at("bank");
    });

    test("declarations that were made on one are ticked again, and signed once", async ({
      page,
      provider,
      api,
    }) => {
      const student = new Student(page);
      const { home, reference } = await planAuthorised(api, provider);
      await page.goto(home);
      await ofEarlierRelease(page);
      await student.sign();
      await says(page, "kept");
      for (const words of Object.values(DECLARATIONS)) await expect(page.getByLabel(words)).toBeChecked();
      await page.getByRole("button", { name: "Confirm enrolment and payment plan" }).click();
      await student.seesSigned();
      expect(await checkoutsOf(api, reference)).toHaveLength(1);
    });

    test("declarations in other words than they were made in are asked for again", async ({
      page,
      provider,
      api,
    }) => {
      const student = new Student(page);
      await page.goto((await planAuthorised(api, provider)).home);
      const wording = page.locator("input[name=wording]");
      await wording.evaluate((input: HTMLInputElement) => {
        input.setAttribute("value", "2020-01");
        // Where a script runs, React writes its own words back when the form is drawn again.
        input.form!.addEventListener("formdata", ({ formData }) => formData.set("wording", "2020-01"));
      });
      await ofEarlierRelease(page);
      await student.sign();
      await says(page, "kept");
      for (const words of Object.values(DECLARATIONS)) await expect(page.getByLabel(words)).not.toBeChecked();
    });

    test("an enrolment is begun from a page of courses of an earlier release", async ({ page, provider }) => {
      const student = new Student(page);
      await page.goto(`/p/${provider.code}`);
      await ofEarlierRelease(page);
      const enrol = page.getByRole("button", { name: `Enrol in ${provider.course.name}` });
      await enrol.click();
      await says(page, "nothing");
      await enrol.click();
      await student.at("details");
    });

    test("another account is asked for from a page of an earlier release", async ({
      page,
      provider,
      api,
    }) => {
      const student = new Student(page);
      await page.goto(`${(await planAuthorised(api, provider)).home}/account`);
      await ofEarlierRelease(page);
      const change = page.getByRole("button", { name: "Use another account" });
      await change.click();
      await says(page, "nothing");
      await change.click();
      await student.at("bank");
    });
  });

test("a card page of an earlier release sends no payment and keeps no card; the next page takes one payment", async ({
  page,
  provider,
  api,
}) => {
  const student = new Student(page);
  const { home, reference } = await makeEnrolment(provider, "card");
  await page.goto(home);
  await ofEarlierRelease(page);
  await student.payWith();
  await says(page, "card");
  await expectGoodScreen(page, `Pay by card – ${provider.name}`);
  await expect(page.getByLabel("Card number")).toHaveValue("");
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).toBe("{}");
  expect(await chargedFor(api, reference)).toEqual([]);
  await student.payWith();
  await student.seesPaid();
  expect(await chargedFor(api, reference)).toEqual([1500]);
});

test("a payment whose first answer was lost is not taken again where the next server knows no such page", async ({
  page,
  provider,
  api,
  watch,
}) => {
  watch.expectFault(/ERR_FAILED|ERR_CONNECTION/);
  const student = new Student(page);
  const { home, reference } = await makeEnrolment(provider, "card");
  await page.goto(home);
  await ofEarlierRelease(page);
  // The charge is made, and the page never learns of it.
  let isFirst = true;
  await page.route("**/e/**", async (route) => {
    if (route.request().method() !== "POST" || !isFirst) return route.fallback();
    isFirst = false;
    await route.fetch();
    await route.abort();
  });
  await student.payWith();
  await student.seesPaid();
  expect(await chargedFor(api, reference)).toEqual([1500]);
});

test("a form whose checks are gone from the server is checked there", async ({ page, provider, watch }) => {
  watch.expectFault(/status of 404|Failed to load chunk/);
  const student = new Student(page);
  await page.goto(`${(await makeEnrolment(provider)).home}/details`, { waitUntil: "networkidle" });
  await page.route("**/_next/static/**", (route) => route.fulfill({ status: 404 }));
  await page.getByLabel("Email address").fill("amelia");
  await student.next().click();
  await expect(page.getByRole("alert").getByRole("link")).toHaveCount(1);
  await page.getByLabel("Email address").fill("amelia@example.com");
  await student.next().click();
  await student.at("pay");
});

test("a card page whose checks are gone from the server is loaded again", async ({
  page,
  provider,
  watch,
}) => {
  watch.expectFault(/status of 404|Failed to load chunk/);
  const student = new Student(page);
  await page.goto((await makeEnrolment(provider, "card")).home, { waitUntil: "networkidle" });
  // Until the page is asked for again: what that asks for is there.
  let areGone = true;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) areGone = false;
  });
  await page.route("**/_next/static/**", (route) =>
    areGone ? route.fulfill({ status: 404 }) : route.fallback(),
  );
  await student.fillCard();
  await student.pay().click();
  await says(page, "card");
  await student.payWith();
  await student.seesPaid();
});

test("a page whose scripts the next server does not have is loaded again by itself", async ({
  page,
  provider,
  watch,
}) => {
  watch.expectFault(/status of 404|Failed to load chunk/);
  let missing = 2;
  await page.route("**/_next/static/**/*.js*", (route) =>
    missing-- > 0 ? route.fulfill({ status: 404 }) : route.fallback(),
  );
  const student = new Student(page);
  await page.goto((await makeEnrolment(provider, "card")).home);
  await student.payWith();
  await student.seesPaid();
});

test("a page whose scripts are nowhere stays, as it is without a script", async ({
  page,
  provider,
  watch,
}) => {
  watch.expectFault(/status of 404|Failed to load chunk/);
  let loads = 0;
  page.on("request", (request) => request.isNavigationRequest() && loads++);
  await page.route("**/_next/static/**/*.js*", (route) => route.fulfill({ status: 404 }));
  const student = new Student(page);
  await page.goto(`${(await makeEnrolment(provider)).home}/details`);
  await expect.poll(() => loads).toBe(4);
  await page.waitForLoadState("load");
  await student.next().click();
  await student.at("pay");
});

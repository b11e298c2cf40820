import { ofEarlierRelease } from "../../support/browser/earlier-release";
import { makeEnrolment } from "../../support/browser/enrolment";
import { expectGoodScreen } from "../../support/browser/screens";
import { expect, test } from "../../support/browser/test";

test.beforeEach(({ watch }) => watch.expectFault(/status of 409|UnrecognizedActionError/));

const OUTDATED = "This page was updated while it was open. Nothing was saved. Load it again to go on.";

test("an old page's form is kept, and sent after a reload", async ({ page, provider, student }) => {
  await page.goto(`${(await makeEnrolment(provider)).home}/details`);
  await page.getByLabel("First name").fill("Zoë “Zo” 文");
  await ofEarlierRelease(page);
  await student.next().click();
  await expect(page.getByRole("alert").filter({ hasText: OUTDATED })).toBeVisible();
  await expect(page.getByLabel("First name")).toHaveValue("Zoë “Zo” 文");
  await expectGoodScreen(page, `Error: Your details – ${provider.name}`);
  await page.reload();
  await student.next().click();
  await student.at("pay");
});

test("an enrolment is begun from an old page of courses", async ({ page, provider, student }) => {
  await page.goto(`/p/${provider.code}`);
  await ofEarlierRelease(page);
  const enrol = page.getByRole("button", { name: `Enrol in ${provider.course.name}` });
  const isLoadedAgain = page.waitForEvent("load");
  await enrol.click();
  await isLoadedAgain;
  await enrol.click();
  await student.at("details");
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("the page of an earlier release begins anew", async ({ page, provider, student }) => {
    await page.goto(`${(await makeEnrolment(provider)).home}/details`);
    const former = await page.getByLabel("First name").inputValue();
    await page.getByLabel("First name").fill("Zoë");
    await ofEarlierRelease(page);
    await student.next().click();
    await expect(page.getByLabel("First name")).toHaveValue(former);
    await student.next().click();
    await student.at("pay");
  });
});

test("an old card page sends no payment; the next one pays once", async ({ page, student, atCard }) => {
  await ofEarlierRelease(page);
  await student.payWith();
  await expect(page.getByRole("alert").filter({ hasText: "Your payment was not sent." })).toBeVisible();
  expect(await atCard.charged()).toEqual([]);
  await page.reload();
  await student.payWith();
  await student.seesPaid();
  expect(await atCard.charged()).toEqual([1500]);
});

test("a payment whose answer was lost is not taken twice", async ({ page, watch, student, atCard }) => {
  watch.expectFault(/ERR_FAILED|ERR_CONNECTION/);
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
  expect(await atCard.charged()).toEqual([1500]);
});

test("a form whose checks are gone is checked on the server", async ({ page, provider, watch, student }) => {
  watch.expectFault(/status of 404|Failed to load chunk/);
  await page.goto(`${(await makeEnrolment(provider)).home}/details`, { waitUntil: "networkidle" });
  await page.route("**/_next/static/**", (route) => route.fulfill({ status: 404 }));
  await page.getByLabel("Email address").fill("amelia");
  await student.next().click();
  await expect(page.getByRole("alert").getByRole("link")).toHaveCount(1);
  await page.getByLabel("Email address").fill("amelia@example.com");
  await student.next().click();
  await student.at("pay");
});

test("a card page whose checks are gone pays after a reload", async ({ page, provider, watch, student }) => {
  watch.expectFault(/status of 404|Failed to load chunk/);
  await page.goto((await makeEnrolment(provider, "card")).home, { waitUntil: "networkidle" });
  await page.route("**/_next/static/**", (route) => route.fulfill({ status: 404 }));
  await student.fillCard();
  await student.pay().click();
  await expect(
    page.getByRole("alert").filter({ hasText: "This page could not be loaded completely" }),
  ).toBeVisible();
  await page.unrouteAll();
  await page.reload();
  await student.payWith();
  await student.seesPaid();
});

test("a page whose scripts are gone loads again by itself", async ({ page, provider, watch, student }) => {
  watch.expectFault(/status of 404|Failed to load chunk/);
  let missing = 2;
  await page.route("**/_next/static/**/*.js*", (route) =>
    missing-- > 0 ? route.fulfill({ status: 404 }) : route.fallback(),
  );
  await page.goto((await makeEnrolment(provider, "card")).home);
  await student.payWith();
  await student.seesPaid();
});

test("a page whose scripts are nowhere works without them", async ({ page, provider, watch, student }) => {
  watch.expectFault(/status of 404|Failed to load chunk/);
  let loads = 0;
  page.on("request", (request) => request.isNavigationRequest() && loads++);
  await page.route("**/_next/static/**/*.js*", (route) => route.fulfill({ status: 404 }));
  await page.goto(`${(await makeEnrolment(provider)).home}/details`);
  await expect.poll(() => loads).toBe(4);
  await page.waitForLoadState("load");
  await student.next().click();
  await student.at("pay");
});

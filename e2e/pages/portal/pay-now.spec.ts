import { checkoutsOf, makeEnrolment } from "../../support/browser/enrolment";
import { held } from "../../support/browser/held";
import { expect, test } from "../../support/browser/test";

test("the button is off until the capture script runs", async ({ page, provider, student }) => {
  const script = held();
  await page.route("**/capture/v1.js", async (route) => {
    await script.until;
    await route.continue();
  });
  await page.goto((await makeEnrolment(provider, "card")).home, { waitUntil: "commit" });
  await student.fillCard();
  await expect(student.pay()).toBeDisabled();
  script.release();
  await expect(student.pay()).toBeEnabled();
});

test("a missing capture script sends nothing", async ({ page, api, provider, watch, student }) => {
  watch.expectFault(/net::ERR_FAILED .*capture\/v1\.js/);
  await page.route("**/capture/v1.js", (route) => route.abort());
  const posts: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
  const { home, reference } = await makeEnrolment(provider, "card");
  await page.goto(home);
  await expect(page.getByText("The card form could not be loaded.")).toBeVisible();
  await student.fillCard();
  await page.getByLabel("Security code").press("Enter");
  await expect(student.pay()).toBeDisabled();
  await page.locator("form").evaluate((form: HTMLFormElement) => form.requestSubmit());
  await expect(student.pay()).toBeDisabled();
  expect(posts).toEqual([]);
  expect(page.url()).toMatch(/\/card$/);
  expect(await checkoutsOf(api, reference)).toEqual([]);
});

test("each field of the card has an error of its own", async ({ page, student, atCard: _opened }) => {
  await page.getByLabel("Name on card").fill("");
  await student.pay().click();
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await expect(summary.getByRole("link")).toHaveText([
    "Enter the name on your card",
    "Enter your card number",
    "Enter the expiry date of your card",
    "Enter the security code of your card",
    "Accept the Terms and Conditions to continue",
  ]);
  await summary.getByRole("link", { name: "Enter your card number" }).click();
  await expect(page.getByLabel("Card number")).toBeFocused();
  await page.keyboard.type("4242 4242");
  await expect(summary).toContainText("Card number is too short");
  await page.getByLabel("Card number").fill("4242-4242-4242-4243");
  await expect(summary).toContainText("Card number is not correct. Check it and try again.");
  await student.fillCard({ number: "378282246310005", expiry: "12/20", cvc: "123" });
  await expect(summary.getByRole("link")).toHaveText([
    "Expiry date must be in the future",
    "Security code must have 4 digits",
  ]);
});

import type { Page, Route } from "@playwright/test";
import { chargedFor, makeEnrolment } from "../../support/browser/enrolment";
import { Student } from "../../support/browser/student";
import { expect, test } from "../../support/browser/test";

/** Answers the next form of the page once; what comes after reaches the server. */
async function onNextForm(page: Page, answer: (route: Route) => Promise<void>): Promise<void> {
  let isFirst = true;
  await page.route("**/e/**", async (route) => {
    if (route.request().method() !== "POST" || !isFirst) return route.continue();
    isFirst = false;
    await answer(route);
  });
}

/** What the proxy answers when a network has sent too much. */
const tooMany = (route: Route) =>
  route.fulfill({
    status: 429,
    headers: { "Content-Type": "text/plain", "Retry-After": "7" },
    body: "Too many forms were sent from your network. Nothing was saved. Go back, wait 7 seconds and try again.\n",
  });

test.beforeEach(({ watch }) => watch.expectFault(/status of 429/));

test("a form that the network's limit turned away says that nothing was saved, and can be sent again", async ({
  page,
  provider,
}) => {
  const student = new Student(page);
  await page.goto(`${(await makeEnrolment(provider)).home}/details`);
  await page.getByLabel("First name").fill("Zoë");
  await onNextForm(page, tooMany);
  await student.next().click();
  await expect(page.getByRole("alert").filter({ hasText: "Too many forms" })).toContainText(
    "Nothing was saved. Wait 7 seconds and try again.",
  );
  await expect(page.getByLabel("First name")).toHaveValue("Zoë");
  await student.next().click();
  await student.at("pay");
});

test("a payment that the network's limit turned away was not sent: the page says so, and the next one pays", async ({
  page,
  provider,
  api,
}) => {
  const student = new Student(page);
  const { home, reference } = await makeEnrolment(provider, "card");
  await page.goto(home);
  await onNextForm(page, tooMany);
  await student.payWith();
  const notice = page.getByRole("alert").filter({ hasText: "Too many forms" });
  await expect(notice).toContainText("Your payment was not sent. Wait 7 seconds and try again.");
  expect(await chargedFor(api, reference)).toEqual([]);
  await student.pay().click();
  await student.seesPaid();
  expect(await chargedFor(api, reference)).toEqual([1500]);
});

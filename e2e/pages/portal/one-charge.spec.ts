import { stopTime } from "../../support/browser/clock";
import { chargedFor, makeEnrolment } from "../../support/browser/enrolment";
import { held } from "../../support/browser/held";
import { Student } from "../../support/browser/student";
import { expect, test } from "../../support/browser/test";

const UNCERTAIN = "We’re checking whether your payment went through. Do not pay again. Keep this page open.";

test("a browser that is offline pays once it is back, and once only", async ({
  context,
  page,
  provider,
  api,
  watch,
}) => {
  watch.expectFault(/net::ERR_INTERNET_DISCONNECTED/);
  const student = new Student(page);
  const { home, reference } = await makeEnrolment(provider, "card");
  await page.goto(home);
  await student.fillCard();
  // The rules of the form are loaded at the first attempt, and are here before the connection goes.
  await page.getByLabel("Security code").fill("1");
  await student.pay().click();
  await expect(page.getByText("There is a problem")).toBeVisible();
  await page.getByLabel("Security code").fill("737");
  await context.setOffline(true);
  await student.pay().click();
  await expect(page.getByText(UNCERTAIN)).toBeVisible();
  expect(await chargedFor(api, reference)).toEqual([]);
  await context.setOffline(false);
  await student.seesPaid();
  expect(await chargedFor(api, reference)).toEqual([1500]);
});

test("a slow server is waited for: first Processing…, then a word to keep the page open", async ({
  page,
  provider,
}) => {
  const student = new Student(page);
  const { home } = await makeEnrolment(provider, "card");
  await page.clock.install();
  await page.goto(home);
  await student.fillCard();
  await stopTime(page);
  const answer = held();
  await page.route("**/card", async (route) => {
    if (route.request().method() === "POST") await answer.until;
    return route.continue();
  });
  await student.pay().click();
  const status = page.getByRole("main").getByRole("status");
  await expect(status).toHaveText("Processing…");
  await expect(page.getByRole("button", { name: "Processing…" })).toBeDisabled();
  await page.clock.fastForward(11_000);
  await expect(status).toHaveText("Still working. Keep this page open.");
  await page.clock.resume();
  answer.release();
  await student.seesPaid();
});

test("two windows that pay at once, each with a card, make one charge and both see it", async ({
  context,
  page,
  provider,
  api,
}) => {
  const { home, reference } = await makeEnrolment(provider, "card");
  const other = await context.newPage();
  const students = [new Student(page), new Student(other)];
  for (const student of students) {
    await student.page.goto(home);
    await student.fillCard();
  }
  await Promise.all(students.map((student) => student.pay().click()));
  for (const student of students) await student.seesPaid();
  expect(await chargedFor(api, reference)).toEqual([1500]);
});

import { stopTime } from "../../support/browser/clock";
import { makeEnrolment } from "../../support/browser/enrolment";
import { held } from "../../support/browser/held";
import { expect, test } from "../../support/browser/test";

const UNCERTAIN = "We’re checking whether your payment went through. Do not pay again. Keep this page open.";

test("a browser that is offline pays once, later", async ({ page, context, watch, student, atCard }) => {
  watch.expectFault(/net::ERR_INTERNET_DISCONNECTED/);
  await student.fillCard();
  // The rules of the form are loaded at the first attempt, and are here before the connection goes.
  await page.getByLabel("Security code").fill("1");
  await student.pay().click();
  await expect(page.getByText("There is a problem")).toBeVisible();
  await page.getByLabel("Security code").fill("737");
  await context.setOffline(true);
  await student.pay().click();
  await expect(page.getByText(UNCERTAIN)).toBeVisible();
  expect(await atCard.charged()).toEqual([]);
  await context.setOffline(false);
  await student.seesPaid();
  expect(await atCard.charged()).toEqual([1500]);
});

test("a slow server is waited for, in two kinds of words", async ({ page, provider, student }) => {
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

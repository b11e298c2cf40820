import { eq } from "drizzle-orm";
import { enrolment } from "../../drizzle/schema";
import { ok } from "../support/answer";
import { makeEnrolment, planAuthorised } from "../support/browser/enrolment";
import { Student } from "../support/browser/student";
import { expect, test } from "../support/browser/test";
import { database } from "../support/provider";

test("an enrolment that was purged while its student types is gone, and the page says so and leads on", async ({
  page,
  provider,
  watch,
}) => {
  watch.expectFault(/status of 404/);
  const student = new Student(page);
  const { home, reference } = await makeEnrolment(provider);
  await page.goto(`${home}/details`);
  await page.getByLabel("First name").fill("Amélie");
  await database().delete(enrolment).where(eq(enrolment.providerOrderId, reference));
  await student.next().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("We could not find this enrolment");
  await expect(page.getByRole("link", { name: "Go to the start page" })).toBeVisible();
});

test("a plan that was cancelled while its student reads the last page is not signed, and the page says so", async ({
  page,
  api,
  provider,
}) => {
  const student = new Student(page);
  const { home, checkoutId } = await planAuthorised(api, provider);
  await page.goto(home);
  await student.at("review");
  ok(await api.cancel(checkoutId));
  await student.sign();
  await student.at("cancelled");
  await expect(page.getByText("Nothing was taken from your account.")).toBeVisible();
  expect((await api.status(checkoutId)).body.checkout_status).toBe("Cancelled");
});

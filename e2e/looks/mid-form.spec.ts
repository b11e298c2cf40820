import { eq } from "drizzle-orm";
import { enrolment } from "../../drizzle/schema";
import { makeEnrolment } from "../support/browser/enrolment";
import { Student } from "../support/browser/student";
import { expect, test } from "../support/browser/test";
import { database } from "../support/provider";

test("an enrolment purged while its student types is not found", async ({ page, provider, watch }) => {
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

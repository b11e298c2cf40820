import { eq } from "drizzle-orm";
import { provider } from "../../../drizzle/schema";
import { makeEnrolment } from "../../support/browser/enrolment";
import { Student } from "../../support/browser/student";
import { expect, test } from "../../support/browser/test";
import { database } from "../../support/provider";

test("a mistyped mail service is asked about, and never in the way", async ({ page, provider }) => {
  const student = new Student(page);
  await page.goto(`${(await makeEnrolment(provider)).home}/details`);
  const email = page.getByLabel("Email address");
  await email.fill("");
  await email.pressSequentially("mia@gmial.com");
  await expect(page.getByText("Did you mean gmail.com?")).toBeVisible();
  await page.getByRole("button", { name: "Use mia@gmail.com" }).click();
  await expect(email).toHaveValue("mia@gmail.com");
  await expect(page.getByText("Did you mean")).toHaveCount(0);
  await email.fill("mia@gmial.com");
  await expect(page.getByText("Did you mean gmail.com?")).toBeVisible();
  await student.next().click();
  await student.at("pay");
});

test("what the answers are for is true where students get no mails", async ({ page, provider: college }) => {
  const { home } = await makeEnrolment(college);
  const needs = page.getByText(`${college.name} needs these to enrol you`);
  await page.goto(`${home}/details`);
  await expect(needs).toHaveText(/enrol you and to email you your receipt or agreement\.$/);
  await database().update(provider).set({ studentEmails: false }).where(eq(provider.id, college.id));
  await page.goto(`${home}/details`);
  await expect(needs).toHaveText(/enrol you\.$/);
});

import { planAuthorised } from "../../support/browser/enrolment";
import { Student } from "../../support/browser/student";
import { test as base, expect } from "../../support/browser/test";

interface Fixtures {
  /** The same student in another window. */
  other: Student;
  /** The link of an enrolment whose plan stands to be signed in the first window. */
  atReview: string;
}

const test = base.extend<Fixtures>({
  other: async ({ context }, give) => give(new Student(await context.newPage())),

  atReview: async ({ page, student, api, provider }, give) => {
    const { home } = await planAuthorised(api, provider);
    await page.goto(home);
    await student.at("review");
    await give(home);
  },
});

const REPLACED = "You changed your payment plan in another window. The one before was not signed.";

async function choosesMonthly(other: Student, home: string): Promise<void> {
  await other.page.goto(`${home}/pay`);
  await other.byOtherPlan().check();
  await other.page.getByLabel("How often").selectOption("Monthly");
  await other.next().click();
  await other.at("bank");
}

test("a card sent after another window's plan is not charged", async ({ page, student, other, atCard }) => {
  await student.fillCard();
  await other.page.goto(`${atCard.home}/pay`);
  await other.choose("plan");
  await student.pay().click();
  await page.waitForURL(/\/bank\?/);
  await expect(
    page.getByText("You chose a plan in another window. Your card was not charged."),
  ).toBeVisible();
  expect(await atCard.charged()).toEqual([]);
});

test("a plan replaced in another window is reviewed anew", async ({ page, student, other, atReview }) => {
  await choosesMonthly(other, atReview);
  await other.giveAccount();
  await other.authorise();
  await student.sign();
  await expect(page.getByText(REPLACED)).toBeVisible();
  for (const box of await page.getByRole("checkbox").all()) await expect(box).not.toBeChecked();
  await student.sign();
  await student.seesSigned();
});

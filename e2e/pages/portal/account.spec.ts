import { eq } from "drizzle-orm";
import { course } from "../../../drizzle/schema";
import { checkoutsOf, planAuthorised } from "../../support/browser/enrolment";
import { expectGoodScreen } from "../../support/browser/screens";
import { ACCOUNT, Student } from "../../support/browser/student";
import { expect, test } from "../../support/browser/test";
import { database } from "../../support/provider";

test("another bank account is one link, one button and the bank page; nothing else is asked twice", async ({
  page,
  provider,
  api,
}) => {
  const student = new Student(page);
  const { home, reference } = await planAuthorised(api, provider);
  await page.goto(home);
  await page.getByRole("link", { name: "Change your bank account" }).click();
  await student.at("account");
  await expect(page.getByText("ending 456")).toBeVisible();
  await page.getByRole("link", { name: "Keep this account" }).click();
  await student.at("review");
  await page.getByRole("link", { name: "Change your bank account" }).click();
  await page.getByRole("button", { name: "Use another account" }).click();
  await student.at("bank");
  const bank = student.bank();
  await bank.getByLabel("Account name").fill(ACCOUNT.name);
  await bank.getByLabel("BSB").fill("733-000");
  await bank.getByLabel("Account number").fill("987654321");
  await bank.getByLabel("Yes").check();
  await bank.getByRole("button", { name: "Continue" }).click();
  await student.authorise();
  await expect(page.getByText("733-000 ending 321")).toBeVisible();
  await student.sign();
  await student.seesSigned();
  const statuses = (await checkoutsOf(api, reference)).map(({ checkout_status }) => checkout_status);
  expect(statuses).toEqual(["Confirmed", "Cancelled"]);
});

test("of two windows, one that signs and one that changes the account, neither does what the other undid", async ({
  page,
  openContext,
  provider,
  api,
}) => {
  const [student, other] = [new Student(page), new Student(await (await openContext()).newPage())];
  const { home, reference } = await planAuthorised(api, provider);
  await other.page.goto(`${home}/account`);
  await page.goto(home);
  await student.sign();
  await student.seesSigned();
  await other.page.getByRole("button", { name: "Use another account" }).click();
  await other.seesSigned();
  expect(await checkoutsOf(api, reference)).toHaveLength(1);
  await other.page.goto(`${home}/account`);
  await other.at("done");
});

test("a plan whose course has another price by now is not given up for another account unasked", async ({
  page,
  provider,
  api,
}) => {
  const student = new Student(page);
  const { home } = await planAuthorised(api, provider);
  await database().update(course).set({ priceCents: 170_000 }).where(eq(course.providerId, provider.id));
  await page.goto(`${home}/account`);
  await expectGoodScreen(page, `Change your bank account – ${provider.name}`);
  await expect(page.getByText("the course fee or what the course allows has changed")).toBeVisible();
  await page.getByRole("link", { name: "Choose your payments again" }).click();
  await student.at("pay");
  await expect(page.getByText("The plan keeps its course fee of $1,500.00.")).toBeVisible();
  // The same choice again keeps it, with the amounts that stand there.
  await expect(student.byPlan()).toHaveAccessibleName(/^26 fortnightly payments of \$57\.69/);
  await student.next().click();
  await student.at("review");
});

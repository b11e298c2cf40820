import { daysAhead } from "../bodies";
import {
  CLOSED,
  planAuthorised,
  planBegun,
  planCancelled,
  planCollected,
  planLapsed,
  planSigned,
  TOO_LITTLE_MONEY,
  wait,
} from "../browser/enrolment";
import * as hosted from "../browser/setup-page";
import { expect } from "../browser/test";
import { unmakeAgreements } from "../scenes";
import { at, DONE, PAY, refused, type Screen, screen, type Visit } from "./screen";

const FAILED = "$100.01 did not go through – {p}";
const ANOTHER = "Give another account – {p}";
const PAYMENTS = "Your payments – {p}";
const BANK = "Authorise your bank account – {p}";

async function accountClosed({ page, api, provider }: Visit): Promise<void> {
  const { home } = await planCollected(api, provider, CLOSED);
  await wait(api, 20);
  await page.goto(`${home}/plan`);
}

async function anotherAccount({ page, api, provider }: Visit): Promise<void> {
  await page.goto(`${(await planCollected(api, provider)).home}/plan/change?kind=new_account`);
  await page.getByRole("button", { name: "Continue" }).click();
  await hosted.untilScripted(page);
  await hosted.continueWith(page, { accountNumber: "000 123 789" });
  await hosted.expectHeading(page, hosted.HEADINGS.check);
}

/** The portal's screens of a payment plan that is begun, from the bank authority to its end. */
export const PLAN_SCREENS: readonly Screen[] = [
  screen("bank authority", BANK, async ({ page, student, api, provider }) => {
    await page.goto((await planBegun(api, provider)).home);
    await expect(student.bank().getByRole("button", { name: "Fill test account" })).toBeVisible();
  }),
  screen("bank authority, the debits to check", BANK, async ({ page, student, api, provider }) => {
    await page.goto((await planBegun(api, provider)).home);
    await student.giveAccount();
    await expect(student.bank().getByRole("button", { name: "Authorise direct debit" })).toBeVisible();
  }),
  screen(
    "bank authority, after a card in another window",
    BANK,
    async ({ page, student, api, provider }) => {
      await page.goto(`${(await planBegun(api, provider)).home}/bank?undone=card`);
      await expect(page.getByText("Your card was not charged.")).toBeVisible();
      await expect(student.bank().getByRole("button", { name: "Fill test account" })).toBeVisible();
    },
    { isTold: true },
  ),
  at(
    "another bank account",
    "Change your bank account – {p}",
    async ({ api, provider }) => `${(await planAuthorised(api, provider)).home}/account`,
  ),
  screen("review, all unfolded", "Review and confirm – {p}", async ({ page, api, provider }) => {
    await page.goto((await planAuthorised(api, provider)).home);
    for (const summary of await page.locator("main summary:visible").all()) await summary.click();
  }),
  screen(
    "review, refused",
    "Error: Review and confirm – {p}",
    async (visit) => {
      await visit.page.goto((await planAuthorised(visit.api, visit.provider)).home);
      await refused(visit, "Confirm enrolment and payment plan");
    },
    { from: "There is a problem" },
  ),
  screen("done, plan signed", DONE, async ({ page, student, api, provider }) => {
    await page.goto((await planAuthorised(api, provider)).home);
    await student.sign();
    await student.seesSigned();
    await page.getByText("Download your agreement (PDF)").waitFor();
  }),
  screen("done, the agreement being made", DONE, async ({ page, api, provider }) => {
    const { home } = await planSigned(api, provider);
    await unmakeAgreements(provider);
    await page.goto(`${home}/done`);
    await expect(page.getByText("We are finishing your agreement")).toBeVisible();
  }),
  at(
    "the signed agreement as a page",
    "Payment Plan Agreement – {p}",
    async ({ api, provider }) => `${(await planSigned(api, provider)).home}/agreement/page`,
  ),
  screen("your payments, one failed", FAILED, async ({ page, api, provider }) => {
    const { home } = await planCollected(api, provider, TOO_LITTLE_MONEY);
    await wait(api, 20);
    await page.goto(`${home}/plan`);
  }),
  screen("what is owed, to pay by card", "Pay by card – {p}", async ({ page, api, provider }) => {
    const { home } = await planCollected(api, provider, TOO_LITTLE_MONEY);
    await wait(api, 20);
    await page.goto(`${home}/plan/pay`);
    await expect(page.getByRole("button", { name: "Pay $100.01" })).toBeEnabled();
  }),
  screen("your payments, one paid and one on its way", PAYMENTS, async ({ page, api, provider }) => {
    const { home } = await planCollected(api, provider);
    await wait(api, 30);
    await page.goto(`${home}/plan`);
    await page.getByText("Show all 26").click();
  }),
  screen("your payments, the account closed", "$100.03 did not go through – {p}", accountClosed),
  screen("what another account changes", ANOTHER, async (visit) => {
    await accountClosed(visit);
    await visit.page.getByRole("link", { name: "Give another account" }).click();
    await expect(visit.page.getByText("The total stays")).toBeVisible();
  }),
  screen("hosted, another account to check", "Check your details and authorise – {p}", anotherAccount),
  screen("hosted, another account given", "Your new account is set up – {p}", async (visit) => {
    await anotherAccount(visit);
    await hosted.authorise(visit.page);
    await expect(visit.page.getByRole("link", { name: "Return to" })).toBeVisible();
  }),
  screen("a payment to move, refused", "Error: Move a payment – {p}", async (visit) => {
    await visit.page.goto(`${(await planCollected(visit.api, visit.provider)).home}/plan/change?kind=move`);
    await refused(visit, "See what this changes");
  }),
  screen("what a pause changes", "Pause your payments – {p}", async ({ page, api, provider }) => {
    await page.goto(`${(await planCollected(api, provider)).home}/plan/change?kind=pause`);
    await page.getByLabel("Pause until").fill(daysAhead(90));
    await page.getByRole("button", { name: "See what this changes" }).click();
    await expect(page.getByText("The total stays")).toBeVisible();
  }),
  at(
    "a plan under way, its payments to change",
    PAY,
    async ({ api, provider }) => `${(await planAuthorised(api, provider)).home}/pay`,
  ),
  at(
    "expired",
    "Your payment plan has expired – {p}",
    async ({ api, provider }) => (await planLapsed(api, provider)).home,
  ),
  at(
    "cancelled",
    "Your payment plan was cancelled – {p}",
    async ({ api, provider }) => (await planCancelled(api, provider)).home,
  ),
];

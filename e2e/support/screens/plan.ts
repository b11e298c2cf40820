import { planAuthorised, planBegun, planCancelled, planLapsed, planSigned } from "../browser/enrolment";
import { expect } from "../browser/test";
import { unmakeAgreements } from "../scenes";
import { at, DONE, PAY, refused, type Screen, screen } from "./screen";

const BANK = "Authorise your bank account – {p}";

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

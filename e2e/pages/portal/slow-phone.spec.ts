import type { Page } from "@playwright/test";
import { checkoutsOf, makeEnrolment } from "../../support/browser/enrolment";
import { held } from "../../support/browser/held";
import { CARD } from "../../support/browser/student";
import { expect, test } from "../../support/browser/test";

/** The page's own scripts, until they are let go. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const scripts = held();
  await page.route("**/_next/static/**/*.js", async (route) => {
    await scripts.until;
    await route.continue();
  });
  return async () => {
    scripts.release();
    await page.waitForFunction(runsIn, "form");
  };
}

/** React leaves its marks on what it has taken over. */
const runsIn = (selector: string) =>
  Object.keys(document.querySelector(selector)!).some((name) => name.startsWith("__reactProps"));

const early = { waitUntil: "commit" } as const;

test("details that are typed before the page's script runs stay", async ({ page, provider, student }) => {
  const { home } = await makeEnrolment(provider);
  const release = await holdScripts(page);
  await page.goto(`${home}/details`, early);
  await page.getByLabel("First name").fill("Zoë");
  await page.getByLabel("Email address").fill("zoe@example.com");
  await release();
  await expect(page.getByLabel("First name")).toHaveValue("Zoë");
  await expect(page.getByLabel("Last name")).toHaveValue("Nguyen");
  await expect(page.getByLabel("Email address")).toHaveValue("zoe@example.com");
  await student.next().click();
  await student.at("pay");
  await page.goto(`${home}/details`);
  await expect(page.getByLabel("First name")).toHaveValue("Zoë");
});

test("a form posted before the script runs keeps its answers", async ({ page, provider, student }) => {
  const { home } = await makeEnrolment(provider);
  const release = await holdScripts(page);
  await page.goto(`${home}/details`, early);
  await page.getByLabel("First name").fill("Zoë");
  await page.getByLabel("Email address").fill("zoe@nowhere");
  await student.next().click(early as object);
  const error = "Enter an email address in the correct format, like name@example.com";
  await expect(page.getByRole("link", { name: error })).toBeVisible();
  await expect(page.getByLabel("First name")).toHaveValue("Zoë");
  await release();
  await expect(page.getByLabel("First name")).toHaveValue("Zoë");
  await expect(page.getByLabel("Email address")).toHaveValue("zoe@nowhere");
  await expect(page.getByRole("link", { name: error })).toBeVisible();
  await page.getByLabel("Email address").fill("zoe@example.com");
  await student.next().click();
  await student.at("pay");
});

test("a plan chosen before the script runs stays", async ({ page, api, provider, student }) => {
  const { home, reference } = await makeEnrolment(provider, "card");
  const release = await holdScripts(page);
  await page.goto(`${home}/pay`, early);
  await student.byPlan().check();
  await student.byOtherPlan().check();
  await page.getByLabel("How often").selectOption("Monthly");
  await page.getByLabel("Number of payments").fill("10");
  await release();
  await expect(student.byPlan()).toBeChecked();
  await expect(student.byPlan()).toHaveAccessibleName("10 monthly payments of $150.00, no interest");
  await student.next().click();
  await student.at("bank");
  const [checkout] = await checkoutsOf(api, reference);
  expect(checkout!.plan).toMatchObject({ payment_frequency: "Monthly", number_of_instalments: 10 });
});

test("a card typed before the script runs stays, and pays", async ({ page, provider, student }) => {
  const { home } = await makeEnrolment(provider, "card");
  const release = await holdScripts(page);
  await page.goto(`${home}/card`, early);
  await student.fillCard({ number: CARD.number.replaceAll(" ", "") });
  await release();
  await expect(page.getByLabel("Card number")).toHaveValue(CARD.number);
  await expect(page.getByLabel("Name on card")).toHaveValue(CARD.name);
  await expect(page.getByRole("checkbox", { name: /^I accept the Terms/ })).toBeChecked();
  await student.pay().click();
  await student.seesPaid();
});

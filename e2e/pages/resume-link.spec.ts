import type { Page } from "@playwright/test";
import { test } from "../support/browser/kept-mail";
import { Student } from "../support/browser/student";
import { expect } from "../support/browser/test";

/** An address of the test's own: one that others use too has its bound. */
const newAddress = () => `student-${Math.random().toString(36).slice(2)}@example.com`;

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

const continueHere = (page: Page) => page.getByRole("button", { name: "Continue here" }).click();

async function giveDetails(page: Page, address: string): Promise<void> {
  await page.getByLabel("First name").fill("Amelia");
  await page.getByLabel("Last name").fill("Nguyen");
  await page.getByLabel("Email address").fill(address);
  await new Student(page).next().click();
  await new Student(page).at("pay");
}

/** The link in the newest mail of that subject to an address, as its reader follows it. */
async function mailedLink(page: Page, address: string, subject: RegExp): Promise<string> {
  const mail = page.getByRole("listitem").filter({ hasText: address }).filter({ hasText: subject });
  await expect(async () => {
    await page.goto("/sandbox/mail");
    expect(await mail.first().isVisible()).toBe(true);
  }).toPass();
  await mail.first().getByRole("link").click();
  const link = page.frameLocator("iframe").locator('a[href*="/e/"]').first();
  return (await link.getAttribute("href"))!;
}

test("the mailed link ends the one in the tab, which is told and can have a new one", async ({
  page,
  openContext,
  provider,
  watch,
}) => {
  watch.expectFault(/status of 404/);
  const tab = new Student(page);
  await tab.enrol(provider.code, provider.course.name);
  const address = newAddress();
  await giveDetails(page, address);
  await expect(page.getByText("Once you continue there, this window’s link ends")).toBeVisible();

  // On the phone: until the button is pressed there, the tab goes on.
  const phone = await (await openContext({ viewport: { width: 390, height: 664 } })).newPage();
  const mailed = await mailedLink(phone, address, /Continue your enrolment/);
  await phone.goto(mailed);
  await expect(phone.getByText("Amelia, this link opens your enrolment.")).toBeVisible();
  await page.reload();
  await tab.at("pay");
  await continueHere(phone);
  const student = new Student(phone);
  await student.at("pay");
  await student.choose("card");

  // Back at the old tab: what is sent from it is not saved.
  await tab.byPlan().check();
  await tab.next().click();
  await expect(heading(page)).toHaveText("This link has ended");
  await expect(page.getByText(address)).toHaveCount(0);
  await phone.reload();
  await student.at("card");

  await page.getByRole("link", { name: "Email me a new link" }).click();
  await expect(heading(page)).toHaveText("Get a new link");
  await page.getByLabel("Email address").fill("amelia@");
  await page.getByRole("button", { name: "Email me a new link" }).click();
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  await page.getByLabel("Email address").fill(address);
  await page.getByRole("button", { name: "Email me a new link" }).click();
  await expect(heading(page)).toHaveText("Check your email");
  const asked = await mailedLink(page, address, /Your new link/);
  await page.goto(asked);
  await continueHere(page);
  await tab.at("card");
  await phone.reload();
  await expect(heading(phone)).toHaveText("This link has ended");
});

test("a tab that waits for the bank is told by itself that its link has ended", async ({
  page,
  openContext,
  provider,
  watch,
}) => {
  watch.expectFault(/status of 404/);
  const tab = new Student(page);
  await tab.enrol(provider.code, provider.course.name);
  const address = newAddress();
  await giveDetails(page, address);
  await tab.choose("plan");
  const other = await (await openContext()).newPage();
  await other.goto(await mailedLink(other, address, /Continue your enrolment/));
  await continueHere(other);
  await new Student(other).at("bank");
  await expect(new Student(other).bank().getByLabel("BSB")).toBeVisible();
  await expect(heading(page)).toHaveText("This link has ended");
});

test("without a script a form from an old tab leads to the page that says its link has ended", async ({
  openContext,
  provider,
  watch,
}) => {
  watch.expectFault(/status of 404/);
  const context = await openContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await new Student(page).enrol(provider.code, provider.course.name);
  const address = newAddress();
  await giveDetails(page, address);
  const other = await context.newPage();
  await other.goto(await mailedLink(other, address, /Continue your enrolment/));
  await continueHere(other);
  await new Student(page).byCard().check();
  await new Student(page).next().click();
  await expect(heading(page)).toHaveText("This link has ended");
  await other.reload();
  await new Student(other).at("pay");
});

/**
 * A mail scanner with a browser: it opens each link of each mail to an address, with scripts, and follows what the page
 * leads to. It presses nothing.
 */
async function scan(scanner: Page, address: string): Promise<number> {
  await scanner.goto("/sandbox/mail");
  const mails = scanner.getByRole("listitem").filter({ hasText: address }).getByRole("link");
  const pages = await mails.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  const found = new Set<string>();
  for (const page of pages) {
    await scanner.goto(page);
    const links = scanner.frameLocator("iframe").getByRole("link");
    for (const link of await links.evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href)))
      if (link.startsWith("http")) found.add(link);
  }
  for (const link of found) {
    await scanner.goto(link, { waitUntil: "networkidle" });
    for (const path of ["/pay", "/card", "/bank", "/review", "/checking", "/done", "/agreement/page"])
      if (/\/e\/[^/]+$/.test(link)) await scanner.goto(link + path);
  }
  return pages.length;
}

test.describe("while a scanner with a browser opens every link of every mail", () => {
  for (const how of ["card", "plan"] as const)
    test(`a student enrols by ${how} and keeps every page`, async ({
      page,
      openContext,
      provider,
      watch,
    }) => {
      watch.expectFault(/status of 404/);
      const scanner = await (await openContext()).newPage();
      const student = new Student(page);
      await student.enrol(provider.code, provider.course.name);
      const address = newAddress();
      await giveDetails(page, address);
      await mailedLink(scanner, address, /Continue your enrolment/);
      const scanned = async (step: string) => {
        expect(await scan(scanner, address)).toBeGreaterThan(0);
        await page.reload();
        await student.at(step);
        await expect(heading(page)).not.toHaveText("This link has ended");
      };
      await scanned("pay");
      if (how === "card") {
        await student.choose("card");
        await scanned("card");
        await student.payWith();
        await student.seesPaid();
        await mailedLink(scanner, address, /receipt/i);
      } else {
        await student.choose("plan");
        await student.bank().getByLabel("Account name").fill("Amelia Nguyen");
        // While the bank form is being filled in.
        await scan(scanner, address);
        await student.giveAccount();
        await scan(scanner, address);
        await student.authorise();
        await scanned("review");
        await student.sign();
        await student.seesSigned();
        await mailedLink(scanner, address, /Your payment plan/);
      }
      await scanned("done");
      // On another device the student presses the button of the newest mail: this page stays, with its documents.
      await scanner.goto(
        await mailedLink(scanner, address, how === "card" ? /receipt/i : /Your payment plan/),
      );
      await continueHere(scanner);
      await new Student(scanner).at("done");
      await page.reload();
      await expect(heading(page)).toHaveText("You are enrolled");
      const home = page.url().replace(/\/done$/, "");
      for (const file of how === "card" ? ["receipt"] : ["agreement", "debits.ics"])
        expect((await page.request.get(`${home}/${file}`)).status(), file).toBe(200);
    });
});

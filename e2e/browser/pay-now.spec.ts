import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { course } from "../../drizzle/schema";
import { chargedFor, checkoutsOf, makeEnrolment } from "../support/browser/enrolment";
import { type Recorder, recordRequests } from "../support/browser/requests";
import { CARD } from "../support/browser/student";
import { expect, test } from "../support/browser/test";
import { database } from "../support/provider";

test("nothing of a card that pays leaves the browser", async ({ page, context, api, provider, student }) => {
  const recorder = await recordRequests(context);
  const logged: string[] = [];
  context.on("console", (message) => logged.push(message.text()));
  await student.enrol(provider.code, provider.course.name);
  await student.giveDetails();
  await student.choose("card");
  await expect(page.getByText("Step 3 of 4")).toBeVisible();
  await student.fillCard();
  await expect(page.getByText("Visa", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Card number")).toHaveValue("4242 4242 4242 4242");
  expect(await page.locator("form [name]").count(), "fields that a form would send").toBe(0);
  const typed = await keptBy(page);
  await student.pay().click();
  await student.seesPaid();

  const [checkout, ...others] = await checkoutsOf(api, await referenceOn(page));
  expect(others).toEqual([]);
  expect(checkout).toMatchObject({
    checkout_status: "Payment Processing",
    authorisation_status: "Paid Upfront",
    card_payment: { success: true, card: { scheme: "visa", last4: "4242" } },
  });
  expect(await chargedFor(api, await referenceOn(page))).toEqual([1500]);
  for (const text of [
    "Visa ending 4242",
    checkout!.card_payment.receipt_number,
    await referenceOn(page),
    "$1,500.00",
  ])
    await expect(page.getByRole("main").getByText(text).filter({ visible: true }).first()).toBeVisible();

  for (const number of ["4242424242424242", "42424242"]) expect(await recorder.find(number)).toEqual([]);
  expect(await wholeWord(recorder, CARD.cvc), "requests with the security code").toEqual([]);
  const kept = [...logged, ...typed, ...(await keptBy(page))].join("\n");
  expect(kept.replace(/[\s-]/g, "")).not.toContain("42424242");
  expect(kept).not.toMatch(new RegExp(`\\b${CARD.cvc}\\b`));
});

test("without JavaScript a card cannot be sent, and the page says so", async ({ openContext, provider }) => {
  const context = await openContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const { home } = await makeEnrolment(provider, "card");
  const limited = (highestPriceCents: number | null) =>
    database().update(course).set({ highestPriceCents }).where(eq(course.providerId, provider.id));
  await limited(1);
  await page.goto(home);
  expect(await page.locator("noscript").innerText()).not.toContain("payment plan");
  await limited(null);
  await page.goto(home);
  await expect(page.locator("noscript")).toBeVisible();
  expect(await page.locator("noscript").innerText()).toMatch(
    /^Paying by card needs JavaScript.* You can also go back and choose a payment plan\.$/s,
  );
  await expect(page.getByRole("button", { name: "Pay $1,500.00" })).toBeDisabled();
  expect(await page.locator("form [name]").count()).toBe(0);
  const before = page.url();
  await page.getByLabel("Card number").fill(CARD.number);
  await page.getByLabel("Card number").press("Enter");
  await expect(page.getByLabel("Card number")).toHaveValue(CARD.number);
  expect(page.url()).toBe(before);
});

/** The reference as the last page gives it. */
async function referenceOn(page: Page): Promise<string> {
  return (await page.getByRole("main").innerText()).match(/ENR-\w{5}-\w{5}/)![0];
}

/** What a page leaves behind in the browser, and its address. */
async function keptBy(page: Page): Promise<string[]> {
  const kept = await page.evaluate(async () => [
    location.href,
    document.cookie,
    JSON.stringify(history.state),
    JSON.stringify({ ...localStorage }),
    JSON.stringify({ ...sessionStorage }),
    JSON.stringify(await indexedDB.databases()),
    JSON.stringify(await caches.keys()),
  ]);
  return [...kept, JSON.stringify(await page.context().cookies())];
}

/** Three digits occur by chance inside of ids: they count where they stand alone. */
async function wholeWord(recorder: Recorder, word: string): Promise<string[]> {
  const alone = new RegExp(`(?<![0-9a-z])${word}(?![0-9a-z])`, "i");
  return (await recorder.all()).filter(({ text }) => alone.test(text)).map(({ name }) => name);
}

import type { Page, Response } from "@playwright/test";
import { eq, sql } from "drizzle-orm";
import { chargeAttempt } from "../../drizzle/schema";
import { createVault } from "../../lib/crypto/vault";
import { makeAccount } from "../support/accounts";
import type { College } from "../support/browser/college";
import { makeEnrolment } from "../support/browser/enrolment";
import { SECRETS } from "../support/browser/processors";
import { test as base, expect } from "../support/browser/test";
import { database } from "../support/provider";
import { cardPage } from "../support/scenes";
import { sharedStack } from "../support/shared";

/** Test cards of Stripe's. */
const CARDS = { pays: "4242424242424242", declined: "4000000000009995", asks: "4000002760003184" };

const test = base.extend<{ processor: "stripe" | "pinch"; provider: College }>({
  processor: "stripe",
  /** Its cards are taken by a processor, for which a stand-in answers. */
  provider: async ({ provider, watch, processor: kind }, give) => {
    const { appKeys, processors } = sharedStack();
    watch.allowOrigin(processors![kind]);
    const deps = { db: database(), vault: createVault(appKeys) };
    await makeAccount(deps, provider, [SECRETS[kind]], { kind, takes: ["cards"] });
    await give(provider);
  },
});

/** How a student comes to the fields on a page, and sees there that the course is paid. */
const PLACES = {
  "the portal": {
    /** By the page before, whose policy knows no processor. */
    async open(page: Page, provider: College) {
      await page.goto(`${(await makeEnrolment(provider)).home}/pay`);
      await page.getByRole("radio", { name: "today by card" }).check();
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("checkbox", { name: /^I accept the Terms/ }).check();
    },
    again: (page: Page) => page.getByRole("checkbox", { name: /^I accept the Terms/ }).check(),
    paid: "Your payment went through",
  },
  "the hosted card page": {
    async open(page: Page, provider: College, api: Parameters<typeof cardPage>[0]) {
      const { answer } = await cardPage(api, provider);
      await page.goto(answer.body.card_payment.payment_url);
    },
    again: async () => {},
    paid: "Visa ending",
  },
};

const walletOn = (page: Page) =>
  page.frameLocator('iframe[title="Secure express checkout frame"]').getByRole("button");
const payButton = (page: Page) => page.getByRole("button", { name: "Pay $1,500.00" });

async function payWith(page: Page, number: string): Promise<void> {
  const fields = page.frameLocator('iframe[title="Secure payment input frame"]');
  await fields.getByLabel("Card number").fill(number);
  await fields.getByLabel("Expiration date").fill("1239");
  await fields.getByLabel("Security code").fill("737");
  await payButton(page).click();
}

/** As if half an hour had passed since the newest charge of this provider. */
const halfAnHourLater = (provider: College) =>
  database()
    .update(chargeAttempt)
    .set({ createdAt: sql`now() - interval '31 minutes'`, dueAt: sql`now()` })
    .where(eq(chargeAttempt.providerId, provider.id));

for (const [place, { open, again, paid }] of Object.entries(PLACES)) {
  test(`in Stripe's own fields on ${place} a student is declined, and pays with another card`, async ({
    page,
    api,
    provider,
  }) => {
    const sent: string[] = [];
    page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
    await open(page, provider, api);
    await payButton(page).click();
    await expect(page.getByText("Your card number is incomplete.").first()).toBeVisible();
    await payWith(page, CARDS.declined);
    await expect(page.getByText("not enough money available")).toBeVisible();
    // After a slow decline the page was loaded again.
    await again(page);
    await payWith(page, CARDS.pays);
    await expect(page.getByText(paid).first()).toBeVisible();
    expect(sent.join("\n")).not.toMatch(/42424242|40000000/);
  });

  test(`a student who leaves the bank's page of a card on ${place} can pay with another one, and confirms that one`, async ({
    page,
    api,
    provider,
  }) => {
    const bank = page.getByRole("link", { name: "Continue with your bank" });
    await open(page, provider, api);
    await payWith(page, CARDS.asks);
    await expect(bank).toBeVisible();
    await halfAnHourLater(provider);
    await expect(page.getByText("payment was not made. You have not been charged.").first()).toBeVisible();
    await expect(payButton(page)).toBeEnabled();
    await again(page);
    await payWith(page, CARDS.asks);
    await bank.click();
    await page.getByRole("button", { name: "Complete" }).click();
    await expect(page.getByText(paid).first()).toBeVisible();
  });
}

test("the hosted card page looks for the bank's word in the background, and is not loaded again", async ({
  page,
  api,
  provider,
}) => {
  await PLACES["the hosted card page"].open(page, provider, api);
  await payWith(page, CARDS.asks);
  await expect(page.getByRole("link", { name: "Continue with your bank" })).toBeVisible();
  const loaded: string[] = [];
  page.on("request", (request) => request.isNavigationRequest() && loaded.push(request.url()));
  const isLook = (response: Response) => response.request().resourceType() === "fetch";
  await page.waitForResponse(isLook);
  await page.waitForResponse(isLook);
  expect(loaded).toEqual([]);
});

test("a wallet pays on the portal once the Terms are accepted, and only by its own button", async ({
  page,
  provider,
  student,
}) => {
  const { home } = await makeEnrolment(provider, "card");
  await page.goto(home);
  const wallet = walletOn(page);
  const name = page.getByLabel("Name on card");
  await name.fill("");
  await wallet.click();
  await expect(page.getByRole("link", { name: "Accept the Terms and Conditions to continue" })).toBeVisible();
  await page.getByRole("checkbox", { name: /^I accept the Terms/ }).check();
  await name.fill("Amelia Nguyen");
  await payButton(page).click();
  await expect(page.getByText("Your card number is incomplete.").first()).toBeVisible();
  await name.fill("");
  await wallet.click();
  await student.seesPaid();
});

test("a wallet pays on the hosted card page without the name on a card", async ({ page, api, provider }) => {
  await PLACES["the hosted card page"].open(page, provider, api);
  await expect(payButton(page)).toBeEnabled();
  await page.getByLabel("Name on card").fill("");
  await walletOn(page).click();
  await expect(page.getByText("Visa ending").first()).toBeVisible();
});

test.describe("with Pinch", () => {
  test.use({ processor: "pinch" });

  test("our own fields hand the card to Pinch's script alone, and the course is paid", async ({
    page,
    provider,
    student,
    baseURL,
  }) => {
    const sent: string[] = [];
    page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
    await PLACES["the portal"].open(page, provider);
    await student.payWith();
    await student.seesPaid();
    const withNumber = sent.filter((one) => one.includes("4242424242424242"));
    expect(withNumber).toHaveLength(1);
    expect(withNumber[0]?.startsWith(baseURL!)).toBe(false);
  });
});

test("a script of a stranger on the card page is blocked, and the browser reports it", async ({
  page,
  provider,
  watch,
}) => {
  watch.expectFault(/stranger\.test|script-src/);
  await page.goto((await makeEnrolment(provider, "card")).home);
  await expect(payButton(page)).toBeEnabled();
  const reported = page.waitForRequest(/\/api\/content-reports\/portal$/);
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.src = "https://stranger.test/skim.js";
    document.head.append(script);
  });
  expect((await reported).method()).toBe("POST");
  expect((await (await reported).response())?.status()).toBe(204);
});

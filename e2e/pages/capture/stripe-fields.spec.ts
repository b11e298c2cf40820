import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { test as base, type Neighbour } from "../../support/browser/neighbour";
import { expect } from "../../support/browser/test";
import { startStripe } from "../../support/stripe";

const INTEGRITY = `sha384-${createHash("sha384").update(readFileSync("public/capture/v1.js")).digest("base64")}`;

type StandIn = Awaited<ReturnType<typeof startStripe>>;
const test = base.extend<{ stripe: StandIn; openForm: () => ReturnType<typeof formOn> }>({
  stripe: async ({ watch }, give) => {
    const stripe = await startStripe();
    watch.allowOrigin(stripe.address.origin);
    await give(stripe);
    stripe.close();
  },
  openForm: async ({ page, neighbour, watch, baseURL, stripe }, give) => {
    watch.allowOrigin(neighbour.origin("127.0.0.1"));
    await give(() => formOn(page, neighbour, baseURL!, stripe));
  },
});

/** A provider's page with the fields that its account's processor draws. */
async function formOn(page: Page, neighbour: Neighbour, baseURL: string, { address: { origin } }: StandIn) {
  const script = `${baseURL}/capture/v1.js?processor=stripe&account=acct_1&stand_in=${encodeURIComponent(origin)}`;
  neighbour.serveFile(
    "form.js",
    `const capture = Capture({ publishableKey: "pk_test_abc" });
    const told = document.getElementById("told");
    const show = (result) => (told.textContent = JSON.stringify(result));
    document.getElementById("pay").onclick = () => capture.createToken({ name: "Amelia Nguyen" }).then(show, show);
    capture.mount("#fields", { amount: 1500, onWallet: show }).then(() => show("ready"), show);`,
    { "Content-Type": "text/javascript" },
  );
  const path = neighbour.serve(
    "pay",
    `<main><h1>Pay your fees</h1><div id="fields"></div><button id="pay">Pay</button><p id="told"></p></main>
    <script src="${script.replaceAll("&", "&amp;")}" integrity="${INTEGRITY}" crossorigin="anonymous"></script>
    <script src="/form.js"></script>`,
    {
      "Content-Security-Policy": `default-src 'none'; script-src 'self' ${baseURL} ${origin}; frame-src ${origin}; img-src data:; base-uri 'none'`,
    },
  );
  await page.goto(neighbour.origin("127.0.0.1") + path);
  const told = page.locator("#told");
  await expect(told).toHaveText('"ready"');
  const card = page.frameLocator('iframe[title="Secure payment input frame"]');
  return {
    told,
    wallet: page.frameLocator('iframe[title="Secure express checkout frame"]').getByRole("button"),
    async pay(number: string) {
      await card.getByLabel("Card number").fill(number);
      await card.getByLabel("Expiration date").fill("12 / 31");
      await card.getByLabel("Security code").fill("123");
      await page.getByRole("button", { name: "Pay", exact: true }).click();
    },
  };
}

test("the processor's fields give a token, and the card number stays in its frame", async ({
  page,
  openForm,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  const { pay, told } = await openForm();
  await pay("4242 4242 4242 4241");
  await expect(told).toHaveText(
    JSON.stringify({ code: "invalid_number", field: null, message: "Your card number is invalid." }),
  );
  await pay("4000 0027 6000 3184");
  await expect(told).toHaveText(/"token":"ctoken_threeDSecure2Required_\w+"/);
  await expect(told).toContainText(
    JSON.stringify({ scheme: "visa", last4: "3184", expiry_month: 12, expiry_year: 2031 }),
  );
  await pay("4000 0084 0000 1629");
  await expect(told).toHaveText(/"token":"ctoken_threeDSecureRequiredChargeDeclined_\w+"/);
  expect(sent.join("\n").replace(/[\s+-]/g, "")).not.toMatch(
    /4242424242424241|4000002760003184|4000008400001629/,
  );
  expect(await page.evaluate("Stripe.used.at(-1)")).toEqual({
    publishableKey: "pk_test_abc",
    stripeAccount: "acct_1",
  });
});

test("a wallet's confirmation gives a token without the card fields", async ({ openForm }) => {
  const { wallet, told } = await openForm();
  await wallet.click();
  await expect(told).toHaveText(/"token":"ctoken_visa_\w+"/);
});

test("where no wallet is available, only the card fields are shown", async ({ page, stripe, openForm }) => {
  stripe.days.hasWallet = false;
  const { wallet, told, pay } = await openForm();
  await expect(wallet).toBeHidden();
  await expect(page.getByTitle("Secure express checkout frame")).toBeHidden();
  await pay("4242 4242 4242 4242");
  await expect(told).toHaveText(/"token":"ctoken_visa_\w+"/);
});

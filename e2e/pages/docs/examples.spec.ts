import { authorise, continueWith, expectHeading, HEADINGS, setupUrl } from "../../support/browser/setup-page";
import { test } from "../../support/browser/site";
import { expect } from "../../support/browser/test";
import { guideExamples, type HTML_EXAMPLES } from "../../support/examples";
import { startStripe } from "../../support/stripe";

/** The page of a guide, as the documentation shows it. */
function exampleOf(subject: (typeof HTML_EXAMPLES)[number], baseURL: string): string {
  const found = guideExamples(baseURL).filter((one) => one.language === "html" && one.subject === subject);
  expect(found).toHaveLength(1);
  return found[0]!.text;
}

test("the card form sends a token to the provider, and no card number", async ({ page, baseURL, site }) => {
  site.serve("enrol", "<p>Thank you</p>");
  await page.goto(site.serve("pay", exampleOf("card-form", baseURL!)));
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  await page.getByLabel("Name on card").fill("Amelia Nguyen");
  await page.getByLabel("Card number").fill("4242 4242 4242 4241");
  await page.getByLabel("Expiry month").fill("12");
  await page.getByLabel("Expiry year").fill("2031");
  await page.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: "Pay" }).click();
  await expect(page.getByRole("alert")).toHaveText(/Card number is not correct/);
  await page.getByLabel("Card number").fill("4242 4242 4242 4242");
  await page.getByRole("button", { name: "Pay" }).click();
  await expect(page.getByText("Thank you")).toBeVisible();
  expect(sent.find((one) => one.includes("/enrol"))).toMatch(/ card_token=tok_test_visa_[a-z]{22}$/);
  expect(sent.join("\n").replace(/\D/g, "")).not.toContain("42424242");
});

test("the page with Stripe's fields sends their token to the provider", async ({
  page,
  neighbour,
  baseURL,
  watch,
}) => {
  const stripe = await startStripe();
  const origin = neighbour.origin("127.0.0.1");
  for (const one of [origin, stripe.address.origin]) watch.allowOrigin(one);
  const script = `${baseURL}/capture/v1.js?processor=stripe&amp;stand_in=${stripe.address.origin}`;
  const html = exampleOf("stripe-form", baseURL!)
    .replace("CAPTURE_SCRIPT_URL", script)
    .replace("PUBLISHABLE_KEY", "pk_test_abc");
  neighbour.serve("enrol", "<p>Thank you</p>");
  await page.goto(origin + neighbour.serve("pay", html));
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  await page.getByLabel("Name on card").fill("Amelia Nguyen");
  const card = page.frameLocator('iframe[title="Secure payment input frame"]');
  await card.getByLabel("Card number").fill("4242 4242 4242 4242");
  await card.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page.locator("#fault")).toHaveText("Your card's expiration date is incomplete.");
  await card.getByLabel("Expiration date").fill("1231");
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page.getByText("Thank you")).toBeVisible();
  expect(sent.find((one) => one.includes("/enrol"))).toMatch(/ card_token=ctoken_visa_\w+$/);
  expect(sent.join("\n").replace(/[\s+]/g, "")).not.toContain("4242424242424242");
  stripe.close();
});

test("a link becomes the embedded page, in two lines", async ({ page, api, baseURL, scene, site }) => {
  const html = exampleOf("embed-link", baseURL!).replace(
    "SETUP_URL",
    setupUrl(scene).replaceAll("&", "&amp;"),
  );
  await site.open(html);
  await continueWith(page.frameLocator("iframe"));
  await authorise(page.frameLocator("iframe"));
  await expectHeading(page.frameLocator("iframe"), HEADINGS.done);
  expect((await api.status(scene.id)).body.checkout_status).toBe("Awaiting Confirmation");
});

test("the page goes on once its server knows", async ({ page, api, neighbour, baseURL, scene, site }) => {
  const html = exampleOf("embed-page", baseURL!)
    .replace(`href="SETUP_URL"`, `href="${setupUrl(scene).replaceAll("&", "&amp;")}"`)
    .replace("SETUP_URL", setupUrl(scene));
  const isAuthorised = async () =>
    (await api.status(scene.id)).body.checkout_status === "Awaiting Confirmation";
  neighbour.serveFile(
    "direct-debit-status",
    async () => JSON.stringify({ isAuthorised: await isAuthorised() }),
    { "Content-Type": "application/json" },
  );
  site.serve("confirm", "<h1>Confirm your plan</h1>");
  await site.open(html);
  await continueWith(page.frameLocator("iframe"));
  await authorise(page.frameLocator("iframe"));
  await expect(page.getByRole("heading", { name: "Confirm your plan" })).toBeVisible();
});

test("the embedded page grows, and says when it is done", async ({ page, api, baseURL, scene, site }) => {
  const html = exampleOf("embed", baseURL!)
    .replace("SETUP_URL", setupUrl(scene).replaceAll("&", "&amp;"))
    .replace("https://enrol.college.example", site.origin);
  await site.open(html);
  const frame = page.locator("iframe");
  await expect(frame).not.toHaveAttribute("height", "900");
  await continueWith(page.frameLocator("iframe"));
  await authorise(page.frameLocator("iframe"));
  await expect(page.getByRole("status")).toHaveText("Checking the authority…");
  expect((await api.status(scene.id)).body.checkout_status).toBe("Awaiting Confirmation");
});

import { expect, test } from "../../support/browser/test";

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  for (const { words, kind, title } of [
    { words: "cancel a checkout", kind: "Operation", title: "Cancel a checkout" },
    { words: "createCheckout", kind: "Operation", title: "Create a checkout" },
    { words: "retry loop", kind: "Guide", title: "Idempotency and retries: Write a retry loop" },
    { words: "card_declined", kind: "Problem", title: "card_declined" },
    { words: "plan_does_not_sum", kind: "Guide", title: "Errors: Field errors" },
    { words: "idempotncy", kind: "Guide", title: "Idempotency and retries" },
    { words: "4242424242424242", kind: "Guide", title: "Testing: Test cards" },
    { words: "declined_lost_card", kind: "Guide", title: "Testing: Test cards" },
    { words: "sandbox:simulate", kind: "Guide", title: "API keys: Scopes" },
    { words: "webhook signature", kind: "Guide", title: "Events and webhooks: Verify a signature" },
    { words: "whsec_", kind: "Guide", title: "A webhook receiver: Another language" },
    { words: "410", kind: "Guide", title: "Events and webhooks: Acknowledge a delivery" },
    { words: "orphan_charge", kind: "Guide", title: "Background work: Alerts" },
  ])
    test(`“${words}” finds ${title}`, async ({ page }) => {
      await page.goto("/docs");
      const box = page.getByRole("searchbox", { name: "Search the docs" });
      await box.fill(words);
      await box.press("Enter");
      await expect(page).toHaveURL(/\/docs\/search\?q=/);
      await expect(box).toHaveValue(words);
      const hits = page.getByRole("main").getByRole("listitem");
      const hit = hits.filter({ has: page.getByRole("link", { name: title, exact: true }) });
      await expect(hit.first()).toContainText(kind);
      // Among the first five: nobody reads on.
      const titles = await hits.getByRole("link").allInnerTexts();
      expect(titles.slice(0, 5)).toContain(title);
    });
});

test("what was found is shown as text, and the cells of a table apart", async ({ page }) => {
  await page.goto("/docs/search?q=idempotency");
  await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText("`");
  await page.goto("/docs/search?q=4242424242424242");
  await expect(page.getByRole("main")).toContainText("4242424242424242 · visa · Succeeds · visa |");
});

test("words that are nowhere say so, and what is searched for is text", async ({ page }) => {
  await page.goto("/docs/search?q=%3Cb%3Ezzzqqq%3C%2Fb%3E");
  await expect(page.getByRole("main")).toContainText("Nothing matches “<b>zzzqqq</b>”");
  await page.goto(`/docs/search?q=${"x".repeat(3000)}&q=y`);
  await expect(page.getByRole("heading", { level: 1, name: "Search" })).toBeVisible();
});

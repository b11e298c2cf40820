import { expect, test } from "../../support/browser/test";

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  for (const [words, kind, title] of [
    ["cancel a checkout", "Operation", "Cancel a checkout"],
    ["retry loop", "Guide", "Idempotency and retries: Write a retry loop"],
    ["card_declined", "Problem", "card_declined"],
    ["idempotncy", "Guide", "Idempotency and retries"],
    ["4242424242424242", "Guide", "Testing: Test cards"],
    ["whsec_", "Guide", "A webhook receiver: Another language"],
  ] as const)
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

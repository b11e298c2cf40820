import { expect, test } from "../support/browser/test";

test("whoever runs the sandbox finds a key's refusals from the documentation", async ({
  page,
  api,
  provider,
}) => {
  await api.create({});
  await page.goto("/docs/testing");
  const band = page.getByRole("complementary", { name: "Test environment" });
  await expect(band.getByRole("link", { name: /^Requests/ })).toHaveAttribute("href", "/sandbox/requests");
  await page.goto(`/sandbox/requests?provider=${provider.code}`);
  const refused = page.getByRole("listitem").filter({ hasText: "validation_failed" });
  await expect(refused).toContainText("POST /v1/provider-checkouts");
});

test("a code that no provider can have is none", async ({ request }) => {
  expect((await request.get("/sandbox/requests?provider=%00")).status()).toBeLessThan(500);
});

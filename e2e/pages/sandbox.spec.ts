import { planBody } from "../support/bodies";
import { expect, test } from "../support/browser/test";

test("whoever runs the sandbox finds a key's refusals from the documentation, and deletes a provider's test data", async ({
  page,
  api,
  provider,
}) => {
  const { body } = await api.create(planBody(provider));
  await api.create({});
  await page.goto("/docs/testing");
  const band = page.getByRole("complementary", { name: "Test environment" });
  await expect(band.getByRole("link", { name: /^Requests/ })).toHaveAttribute("href", "/sandbox/requests");
  await page.goto(`/sandbox/requests?provider=${provider.code}`);
  const refused = page.getByRole("listitem").filter({ hasText: "validation_failed" });
  await expect(refused).toContainText("POST /v1/provider-checkouts");
  await page.goto("/sandbox");
  await page
    .getByRole("link", { name: `Delete test data of ${provider.name}`, exact: true })
    .first()
    .click();
  await page.goto(`/sandbox?reset=${provider.code}`);
  await expect(page.getByText("Checkouts").locator("..")).toContainText("1");
  await page.getByRole("button", { name: "Delete test data" }).click();
  await expect(page.getByText(`The test data of ${provider.name} are deleted`)).toBeVisible();
  expect((await api.status(body.checkout.checkout_id)).status).toBe(404);
});

test("a code that no provider can have is none", async ({ request }) => {
  for (const address of ["/sandbox?reset=%00", "/sandbox/requests?provider=%00"])
    expect((await request.get(address)).status(), address).toBeLessThan(500);
});

import { updateProvider } from "../../../lib/db/provider-changes";
import { openSetup, setupUrl, untilScripted } from "../../support/browser/setup-page";
import { test } from "../../support/browser/site";
import { expect } from "../../support/browser/test";
import { database } from "../../support/provider";

test("by itself the page says below whom the student deals with", async ({ page, provider, scene }) => {
  await updateProvider(database(), provider.code, { phone: "(02) 5550 0100", businessNumber: "12345678901" });
  await openSetup(page, scene);
  const footer = page.getByRole("contentinfo");
  await expect(footer).toContainText("Test College Pty Ltd, ABN 12 345 678 901");
  await expect(footer.getByRole("link", { name: "(02) 5550 0100" })).toHaveAttribute(
    "href",
    "tel:0255500100",
  );
  await expect(footer.getByRole("link", { name: "office@example.com" })).toBeVisible();
  for (const [text, name] of [
    ["privacy", "Privacy"],
    ["terms", "Terms"],
    ["refunds", "Refunds"],
  ]) {
    const link = footer.getByRole("link", { name: `${name} (opens in a new page)` });
    await expect(link).toHaveAttribute("href", `/p/${provider.code}/${text}`);
    await expect(link).toHaveAttribute("target", "_blank");
  }
  await expect(page.getByRole("banner")).toBeVisible();
  const band = page.getByRole("complementary", { name: "Test environment" });
  await expect(band.getByRole("link", { name: /^Docs/ })).toHaveAttribute("href", "/docs");
  await expect(band.getByRole("link", { name: /^Testing/ })).toHaveAttribute("href", "/docs/testing");
});

test("in a frame, whose page has both, neither is shown", async ({ scene, site }) => {
  const url = setupUrl(scene, { parent_origin: site.origin });
  const frame = await site.frame(url);
  await untilScripted(frame);
  await expect(frame.getByRole("contentinfo")).toHaveCount(0);
  await expect(frame.getByRole("banner")).toHaveCount(0);
  await expect(frame.getByRole("complementary", { name: "Test environment" })).toHaveCount(0);
});

import * as hosted from "../../support/browser/setup-page";
import { test } from "../../support/browser/site";
import { expect } from "../../support/browser/test";

test.use({ javaScriptEnabled: false });

test.describe("without a script", () => {
  test("the same works in a frame of the provider's site", async ({ api, scene, site }) => {
    const frame = await site.frame(hosted.setupUrl(scene));
    await expect(frame.getByText("Test environment")).toBeVisible();
    await hosted.continueWith(frame);
    await hosted.authorise(frame);
    await hosted.expectHeading(frame, hosted.HEADINGS.done);
    expect((await api.status(scene.id)).body.checkout_status).toBe("Awaiting Confirmation");
  });

  test("each step and each mistake has its own title", async ({ page, scene }) => {
    await page.goto(hosted.setupUrl(scene));
    await expect(page).toHaveTitle("Set up a Direct Debit Request – Test College");
    await hosted.press(page, "Continue");
    await expect(page).toHaveTitle("Error: Set up a Direct Debit Request – Test College");
    const alone = page.getByRole("link", { name: /^Select yes if you can authorise debits/ });
    await expect(alone).toHaveAttribute("href", "#authorises-yes");
    await hosted.continueWith(page);
    await expect(page).toHaveTitle("Check your details and authorise – Test College");
    await hosted.press(page, "Authorise direct debit");
    await expect(page).toHaveTitle("Error: Check your details and authorise – Test College");
    await hosted.authorise(page);
    await expect(page).toHaveTitle("Direct debit authorised – Test College");
  });

  test("a double click authorises once", async ({ page, api, scene }) => {
    await page.goto(hosted.setupUrl(scene));
    await hosted.continueWith(page);
    await hosted.expectHeading(page, hosted.HEADINGS.check);
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Authorise direct debit" }).dblclick();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/authorised$/);
    const { timeline } = (await api.status(scene.id)).body;
    expect(timeline).toHaveLength(2);
  });
});

import type { Page } from "@playwright/test";
import { continueWith, expectHeading, HEADINGS, press, setupUrl } from "../../support/browser/setup-page";
import { test } from "../../support/browser/site";
import { expect } from "../../support/browser/test";

/** The form of the page's second step as its own browser would send it, ready to be sent from elsewhere. */
async function forged(page: Page): Promise<string> {
  const fields = await page
    .locator("form")
    .evaluate((form: HTMLFormElement) =>
      [...new FormData(form)].map(([name, value]) => [name, String(value)]),
    );
  const inputs = [...fields, ["authorised", "yes"]].map(([name, value]) => {
    const input = `<input type="hidden" name="${name}" value="${value!.replaceAll('"', "&quot;")}">`;
    return input;
  });
  return `<form method="post" enctype="multipart/form-data" action="${page.url()}">${inputs.join("")}
    <button name="intent" value="authorise">Win a prize</button></form>`;
}

// The form as the browser posts it by itself holds what Next needs to find the action.
test.use({ javaScriptEnabled: false });

test("another site's copy of the form is refused", async ({ page, openContext, api, watch, scene, site }) => {
  // A bare refusal has no icon of its own to point to.
  watch.expectFault(/status of 403|favicon\.ico/);
  await page.goto(setupUrl(scene));
  await continueWith(page);
  await expectHeading(page, HEADINGS.check);

  const other = await (await openContext({ javaScriptEnabled: false })).newPage();
  await other.goto(site.at("stranger.example").serve("prize", await forged(page)));
  const answered = other.waitForResponse((response) => response.request().method() === "POST");
  await press(other, "Win a prize");
  expect((await answered).status()).toBe(403);
  await expect(other.getByText("This form was sent from another site.")).toBeVisible();
  expect((await api.status(scene.id)).body.checkout_status).toBe("Awaiting Direct Debit");

  // The very same form from where it belongs.
  await page.getByRole("checkbox").check();
  await press(page, "Authorise direct debit");
  await expectHeading(page, HEADINGS.done);
});

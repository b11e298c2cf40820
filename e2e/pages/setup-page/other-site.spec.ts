import type { Page } from "@playwright/test";
import { test } from "../../support/browser/neighbour";
import { continueWith, expectHeading, HEADINGS, press, setupUrl } from "../../support/browser/setup-page";
import { expect } from "../../support/browser/test";
import { startedPlan } from "../../support/scenes";

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

test.describe("a form of another site's that holds all that the page's own does", () => {
  // The form as the browser posts it by itself holds what Next needs to find the action.
  test.use({ javaScriptEnabled: false });

  for (const host of ["stranger.example", "127.0.0.1"] as const)
    test(`is refused from ${host} at another port, and changes nothing`, async ({
      page,
      openContext,
      api,
      provider,
      neighbour,
      watch,
    }) => {
      // A bare refusal has no icon of its own to point to.
      watch.expectFault(/status of 403|favicon\.ico/);
      const scene = await startedPlan(api, provider);
      await page.goto(setupUrl(scene));
      await continueWith(page);
      await expectHeading(page, HEADINGS.check);

      const other = await (await openContext({ javaScriptEnabled: false })).newPage();
      await other.goto(neighbour.origin(host) + neighbour.serve("prize", await forged(page)));
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

  test("is refused from a frame that hides where it comes from", async ({
    page,
    openContext,
    api,
    provider,
    neighbour,
    watch,
  }) => {
    // Nor is the refusal shown in a frame.
    watch.expectFault(/status of 403|Blocked script execution|frame-ancestors 'none'/);
    const scene = await startedPlan(api, provider);
    await page.goto(setupUrl(scene));
    await continueWith(page);
    await expectHeading(page, HEADINGS.check);

    const other = await (await openContext({ javaScriptEnabled: false })).newPage();
    const prize = neighbour.serve("prize", await forged(page));
    const around = neighbour.serve("around", `<iframe sandbox="allow-forms" src="${prize}"></iframe>`);
    await other.goto(neighbour.origin("stranger.example") + around);
    const answered = other.waitForResponse((response) => response.request().method() === "POST");
    await press(other.frameLocator("iframe"), "Win a prize");
    expect((await answered).status()).toBe(403);
    expect(await (await answered).request().headerValue("origin")).toBe("null");
    expect((await api.status(scene.id)).body.checkout_status).toBe("Awaiting Direct Debit");
  });
});

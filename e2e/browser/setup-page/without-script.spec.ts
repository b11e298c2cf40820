import { startedPlan } from "../../support/scenes";
import { test } from "../support/neighbour";
import {
  ACCOUNT,
  authorise,
  continueWith,
  expectAnswers,
  expectHeading,
  HEADINGS,
  type Place,
  press,
  register,
  setupUrl,
} from "../support/setup-page";
import { expect } from "../support/test";

test.use({ javaScriptEnabled: false });

/** From the first step to the end, with a mistake in each step. */
async function walk(place: Place): Promise<void> {
  await expectHeading(place, HEADINGS.bank);
  await continueWith(place, { bsb: "06200", accountNumber: "" });
  const summary = place.getByRole("alert").filter({ hasText: "There is a problem" });
  await expect(summary.getByRole("link")).toHaveText(["BSB must be 6 digits", "Enter the account number"]);
  await expectAnswers(place, { ...ACCOUNT, bsb: "06200", accountNumber: "" });
  await expect(place.getByLabel("BSB")).toHaveAttribute("aria-invalid", "true");

  await continueWith(place, { alone: "No" });
  await expectHeading(place, HEADINGS.stop);
  await press(place, "Use another account");
  await expectAnswers(place, { ...ACCOUNT, bsb: "062-000", alone: "No" });
  await continueWith(place);
  await expectHeading(place, HEADINGS.check);
  await press(place, "Change bank details");
  await expectAnswers(place, { ...ACCOUNT, bsb: "062-000", accountNumber: "000123456" });
  await press(place, "Continue");

  await expectHeading(place, HEADINGS.check);
  await press(place, "Authorise direct debit");
  await expect(summary.getByRole("link")).toHaveText(["Confirm that you authorise these debits"]);
  await authorise(place);
  await expectHeading(place, HEADINGS.done);
  await expect(place.getByText("062-000 ending 456")).toBeVisible();
}

test.describe("without a script", () => {
  test("a student authorises, corrects and goes back, as on a page with one", async ({
    page,
    api,
    provider,
  }) => {
    const scene = await startedPlan(api, provider);
    await page.goto(setupUrl(scene));
    await expect(page.getByRole("button", { name: "Fill test account" })).toHaveCount(0);
    await expect(page.getByText("000123456")).toBeVisible();
    await walk(page);
    expect((await api.status(scene.id)).body.checkout_status).toBe("Awaiting Confirmation");
    await page.reload();
    await expectHeading(page, HEADINGS.already);
  });

  test("the same works in a frame of the provider's site, which keeps the page's own chrome", async ({
    page,
    api,
    provider,
    neighbour,
  }) => {
    await register(provider, { allowedOrigins: [neighbour.origin("college.example")] });
    const scene = await startedPlan(api, provider);
    const frame = await neighbour.embed(page, "college.example", setupUrl(scene));
    await expect(frame.getByText("Test environment")).toBeVisible();
    await walk(frame);
    expect((await api.status(scene.id)).body.checkout_status).toBe("Awaiting Confirmation");
  });

  test("each step and each mistake has its own title", async ({ page, api, provider }) => {
    await page.goto(setupUrl(await startedPlan(api, provider)));
    await expect(page).toHaveTitle("Set up a Direct Debit Request – Test College");
    await press(page, "Continue");
    await expect(page).toHaveTitle("Error: Set up a Direct Debit Request – Test College");
    await continueWith(page);
    await expect(page).toHaveTitle("Check your details and authorise – Test College");
    await press(page, "Authorise direct debit");
    await expect(page).toHaveTitle("Error: Check your details and authorise – Test College");
    await authorise(page);
    await expect(page).toHaveTitle("Direct debit authorised – Test College");
  });

  test("a double click authorises once", async ({ page, api, provider }) => {
    const scene = await startedPlan(api, provider);
    await page.goto(setupUrl(scene));
    await continueWith(page);
    await expectHeading(page, HEADINGS.check);
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Authorise direct debit" }).dblclick();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/authorised$/);
    const { timeline } = (await api.status(scene.id)).body;
    expect(timeline).toHaveLength(2);
  });
});

import type { Page } from "@playwright/test";
import { chargedFor, checkoutsOf, makeEnrolment } from "../support/browser/enrolment";
import { held } from "../support/browser/held";
import { continueWith, expectHeading, HEADINGS, openSetup } from "../support/browser/setup-page";
import { test } from "../support/browser/site";
import { expect } from "../support/browser/test";

const UNCERTAIN = "We’re checking whether your payment went through. Do not pay again. Keep this page open.";

/** The forms that are sent from now on. */
function formsOf(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  return sent;
}

test("a connection lost after the payment leads to one charge", async ({ page, watch, student, atCard }) => {
  watch.expectFault(/net::ERR_(FAILED|CONNECTION_RESET)/);
  let isCut = false;
  const again = held();
  await page.route("**/card", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    if (isCut) return again.until.then(() => route.continue());
    isCut = true;
    await route.fetch();
    return route.abort("connectionreset");
  });
  await student.payWith();
  await expect(page.getByText(UNCERTAIN)).toBeVisible();
  await expect(page.getByRole("button", { name: "Processing…" })).toBeDisabled();
  again.release();
  await student.seesPaid();
  expect(isCut).toBe(true);
  expect(await atCard.charged()).toEqual([1500]);
  expect(await atCard.checkouts()).toHaveLength(1);
});

test("a double click and Enter pressed twice send one payment", async ({ page, api, provider, student }) => {
  for (const twice of [
    () => student.pay().dblclick(),
    async () => {
      await page.getByLabel("Security code").press("Enter");
      await page.keyboard.press("Enter");
    },
  ]) {
    const { home, reference } = await makeEnrolment(provider, "card");
    await page.goto(home);
    await student.fillCard();
    const sent = formsOf(page);
    await twice();
    await student.seesPaid();
    expect(sent).toHaveLength(1);
    expect(await chargedFor(api, reference)).toEqual([1500]);
    expect(await checkoutsOf(api, reference)).toHaveLength(1);
  }
});

test("two clicks in one instant send one form and give one authority", async ({ page, api, scene }) => {
  await openSetup(page, scene);
  await continueWith(page);
  await expectHeading(page, HEADINGS.check);
  await page.getByRole("checkbox").check();
  const sent = formsOf(page);
  await page.getByRole("button", { name: "Authorise direct debit" }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expectHeading(page, HEADINGS.done);
  expect(sent).toHaveLength(1);
  const { timeline } = (await api.status(scene.id)).body;
  expect(timeline.map(({ type }: { type: string }) => type)).toEqual([
    "checkout.created",
    "direct_debit.authorised",
  ]);
});

import type { Locator, Page } from "@playwright/test";
import { extractText, getDocumentProxy } from "unpdf";
import { DIRECT_DEBIT_AUTHORITY, SERVICE_AGREEMENT } from "../../../lib/domain/wording";
import { test } from "../../support/browser/neighbour";
import { continueWith, expectHeading, HEADINGS, openSetup } from "../../support/browser/setup-page";
import { expect } from "../../support/browser/test";
import { startedPlan } from "../../support/scenes";

/** Goes on with Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let pressed = 0; pressed < 20; pressed += 1) {
    await page.keyboard.press("Tab");
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not lead to ${control}`);
}

test("a student authorises by the keyboard alone", async ({ page, api, provider }) => {
  const scene = await startedPlan(api, provider);
  await openSetup(page, scene);
  await tabTo(page, page.getByLabel("Account name"));
  await page.keyboard.type("Amelia Nguyen");
  await page.keyboard.press("Tab");
  await page.keyboard.type("06200");
  await page.keyboard.press("Tab");
  await page.keyboard.type("000123456");
  await tabTo(page, page.getByRole("radio", { name: "Yes" }));
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");

  // From the summary that took the focus to the field, by its link.
  const link = page.getByRole("link", { name: "BSB must be 6 digits" });
  await expect(link).toBeVisible();
  await tabTo(page, link);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("BSB")).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.type("0");
  await page.keyboard.press("Enter");

  await expectHeading(page, HEADINGS.check);
  await tabTo(page, page.getByRole("checkbox"));
  await page.keyboard.press("Space");
  await tabTo(page, page.getByRole("button", { name: "Authorise direct debit" }));
  await page.keyboard.press("Enter");
  await expectHeading(page, HEADINGS.done);
  expect((await api.status(scene.id)).body.checkout_status).toBe("Awaiting Confirmation");
});

test("a print of the second step has the whole request and Service Agreement, though closed on the screen", async ({
  page,
  api,
  provider,
}) => {
  await openSetup(page, await startedPlan(api, provider));
  await continueWith(page);
  await expectHeading(page, HEADINGS.check);
  await expect(page.getByText(SERVICE_AGREEMENT[0]!.paragraphs[0]!)).toBeHidden();
  const printed = await getDocumentProxy(new Uint8Array(await page.pdf()));
  const text = plain((await extractText(printed, { mergePages: true })).text);
  for (const part of [
    DIRECT_DEBIT_AUTHORITY.text("Test College"),
    ...SERVICE_AGREEMENT.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]),
  ])
    expect(text).toContain(plain(part));
});

/** Without what a printed line breaks at, with ligatures taken apart, and one apostrophe for those that look alike. */
function plain(text: string): string {
  return text.normalize("NFKC").replace(/\s+/g, "").replace(/[’ʼ]/g, "'");
}

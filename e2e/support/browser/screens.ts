import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { expectNoSidewaysScroll } from "./layout";
import { expect } from "./test";

/** What holds on every screen and in every state of it: nothing for axe, a fit at 320 px, one heading, a title. */
export async function expectGoodScreen(page: Page, title: RegExp | string): Promise<void> {
  await expect(page).toHaveTitle(title);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

/** A form that was refused: its summary has focus, and each field has the same words beside it. */
export async function expectSaidBesideFields(page: Page): Promise<void> {
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await expect(summary).toBeVisible();
  await expect(page.locator(":focus").filter({ has: summary })).toHaveCount(1);
  for (const link of await summary.getByRole("link").all()) {
    const id = (await link.getAttribute("href"))!.slice(1);
    const field = page.locator(`[id="${id}"]`);
    const text = await link.innerText();
    await expect(page.locator(`[id="${id}-error"]`), "the same words beside the field").toContainText(text);
    expect(await field.getAttribute("aria-describedby"), `${id} is described by its error`).toContain(
      `${id}-error`,
    );
  }
}

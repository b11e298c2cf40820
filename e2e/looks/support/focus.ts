import { expect, type Page } from "@playwright/test";
import { show } from "../../support/browser/axe";
import { hiddenFocus, smallTargets } from "./layout";
import { ourFrames } from "./looks";

/** Enough for any screen of a student; the documentation repeats itself. */
const MAX_STOPS = 30;

/** Each stop of the Tab key can be seen, in light, dark and forced colours. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  for (const look of ["light", "dark", "forced"] as const) {
    if (look === "forced") await page.emulateMedia({ forcedColors: "active" });
    else await show(page, look);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    for (let stop = 0; stop < MAX_STOPS; stop++) {
      await page.keyboard.press("Tab");
      const hidden = await page.evaluate(hiddenFocus);
      if (hidden === undefined) break;
      expect(hidden, `focus, ${look}`).toBeNull();
    }
  }
  await page.emulateMedia({ forcedColors: null, colorScheme: null, reducedMotion: null });
}

/** Everything that is pressed or typed into is at least as high as a thumb needs. */
export async function expectLargeTargets(page: Page, baseURL: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 800 });
  for (const frame of ourFrames(page, baseURL))
    expect(await frame.evaluate(smallTargets), "targets under 48 px").toEqual([]);
}

/** After a refused attempt the summary of what is wrong has the focus. */
export async function expectSummaryFocused(page: Page): Promise<void> {
  await expect(page.locator(":focus").filter({ has: page.getByRole("alert") })).toHaveCount(1);
}

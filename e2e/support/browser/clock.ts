import type { Page } from "@playwright/test";

/** The page that is opened next finds a time that moves only as the test says. */
export async function openInStandingTime(page: Page): Promise<void> {
  const time = Date.now();
  await page.clock.install({ time });
  await page.clock.pauseAt(time + 1_000);
}

/** From now on the page's time moves only as the test says. Its clock has to be installed before it is opened. */
export async function stopTime(page: Page): Promise<void> {
  // The clock stops a little ahead of where it is, never behind.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
}

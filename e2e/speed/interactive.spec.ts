import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser/test";
import { untilUndisturbed } from "../support/measure";
import { PAGES } from "./pages";
import { SLOW_4G, slowDown } from "./slow-phone";

/** The aim is 2 s, which pages without long texts keep on two quiet cores. The rest is room for slower machines. */
const MAX_MS = { short: 2_500, long: 3_000 };
const ROUNDS = 12;

for (const { name, address, isLong = false } of PAGES)
  test(`${name}: is interactive soon after the first request, on a slow phone and slow 4G`, async ({
    api,
    provider,
    openContext,
  }, { annotations }) => {
    const url = await address(api, provider);
    const most = MAX_MS[isLong ? "long" : "short"];
    const ms = await untilUndisturbed(
      `ms until interactive, ${name}`,
      async () => {
        const context = await openContext({ viewport: { width: 390, height: 844 } });
        const page = await context.newPage();
        await slowDown(page, { network: SLOW_4G });
        const ms = await interactiveAt(page, url);
        await context.close();
        return ms;
      },
      (ms) => ms <= most,
      ROUNDS,
    );
    console.error(`| interactive | ${name} | ${ms} ms |`);
    annotations.push({ type: "ms until interactive", description: String(ms) });
    expect(ms).toBeLessThanOrEqual(most);
  });

/**
 * From the first request until the page's own script listens, and until the last piece of work of 50 ms or more is done.
 * React has taken a page over once its main part is React's; the hosted page's script runs before the page counts as loaded.
 */
async function interactiveAt(page: Page, address: string): Promise<number> {
  await page.addInitScript(() => {
    const seen = { taken: 0, worked: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) seen.worked = startTime + duration;
    }).observe({ type: "longtask", buffered: true });
    const timer = setInterval(() => {
      const main = document.querySelector("main") ?? {};
      if (!Object.keys(main).some((key) => key.startsWith("__reactProps$"))) return;
      seen.taken = performance.now();
      clearInterval(timer);
    }, 5);
  });
  await page.goto(address, { waitUntil: "networkidle" });
  const isOfReact = await page.evaluate(() => "__next_f" in window);
  const taken = () =>
    page.evaluate((isOfReact) => {
      const { seen } = window as unknown as { seen: { taken: number; worked: number } };
      const [load] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      return isOfReact ? seen : { ...seen, taken: load!.domContentLoadedEventEnd };
    }, isOfReact);
  await expect.poll(async () => (await taken()).taken).toBeGreaterThan(0);
  const { taken: from, worked } = await taken();
  return Math.round(Math.max(from, worked));
}

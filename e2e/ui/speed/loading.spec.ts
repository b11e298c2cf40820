import { expect, test } from "../../browser/support/test";
import { PAGES } from "./pages";
import { measure, median, type Shift, slowDown } from "./slow-phone";

const MOST_MS = 1_000;

/** What else the machine does can only slow a page down: the median is that of the runs that it disturbed least. */
const COUNTED = 5;
const MOST_RUNS = 12;

const medianOf = (seen: readonly number[]) => median([...seen].sort((a, b) => a - b).slice(0, COUNTED));

for (const { name, address } of PAGES)
  test(`${name}: what matters is seen within a second on a slow phone, and nothing moves`, async ({
    api,
    provider,
    openContext,
  }, { annotations }) => {
    const url = await address(api, provider);
    const seen: number[] = [];
    const shifts: Shift[] = [];
    while (seen.length < COUNTED || (seen.length < MOST_RUNS && medianOf(seen) > MOST_MS)) {
      const context = await openContext({ viewport: { width: 390, height: 844 } });
      const page = await context.newPage();
      await slowDown(page);
      const measured = await measure(page);
      await page.goto(url, { waitUntil: "networkidle" });
      const result = await measured();
      seen.push(Math.round(result.lcp));
      shifts.push(...result.shifts);
      await context.close();
    }
    annotations.push({ type: "LCP in ms", description: seen.join(", ") });
    expect(shifts).toEqual([]);
    expect(Math.min(...seen), "something was seen at all").toBeGreaterThan(0);
    expect(medianOf(seen)).toBeLessThanOrEqual(MOST_MS);
  });

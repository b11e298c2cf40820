import type { Page } from "@playwright/test";

/** DevTools' preset "Fast 4G": nine tenths of 9 and 1.5 Mbit/s, and 60 ms with its factor for a browser's own requests. */
const FAST_4G = {
  offline: false,
  downloadThroughput: ((9 * 1_000_000) / 8) * 0.9,
  uploadThroughput: ((1.5 * 1_000_000) / 8) * 0.9,
  latency: 60 * 2.75,
};
const SLOWER = 4;
/** What other work takes away comes and goes: so much is not left to it. */
const LEAST_SLOWER = 2;

/** Pieces of work that are timed, and what each is: a few milliseconds, short enough to be done undisturbed now and then. */
const PIECES = 40;
/** The first pieces, which the browser has not optimised yet. */
const WARM_UP = 10;
const LOOPS = 1_000_000;

/**
 * How many times slower than this machine, when it is quiet, a page's processor is to be made now: four, less what
 * other work takes away already. The quickest of many pieces of work is the machine's own speed; their mean is what is
 * left of it at the moment.
 */
export async function slowerBy(page: Page): Promise<number> {
  const all = await page.evaluate(
    async ([pieces, loops]) => {
      const took: number[] = [];
      let sum = 0;
      for (let piece = 0; piece < pieces; piece++) {
        const from = performance.now();
        for (let loop = 0; loop < loops; loop++) sum = (sum * 31 + loop) % 1_000_003;
        took.push(performance.now() - from);
        await new Promise((resolve) => setTimeout(resolve));
      }
      return sum < 0 ? [] : took;
    },
    [WARM_UP + PIECES, LOOPS] as const,
  );
  const times = all.slice(WARM_UP);
  const mean = times.reduce((sum, one) => sum + one) / times.length;
  return Math.max(LEAST_SLOWER, (SLOWER * Math.min(...times)) / mean);
}

/** From now on the page has a phone's network and processor, and nothing from a cache. */
export async function slowDown(page: Page): Promise<void> {
  const rate = await slowerBy(page);
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await session.send("Network.emulateNetworkConditions", FAST_4G);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
}

interface Shift {
  value: number;
  /** What moved. */
  sources: string[];
}

interface Measured {
  lcp: number;
  shifts: Shift[];
}

/** Measures in each page from its start, inside the browser. To be called before the page is opened. */
export async function measure(page: Page): Promise<() => Promise<Measured>> {
  await page.addInitScript(() => {
    const measured: Measured = { lcp: 0, shifts: [] };
    Object.assign(window, { measured });
    const observe = (type: string, see: (entry: never) => void) => {
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) see(entry as never);
      });
      observer.observe({ type, buffered: true });
    };
    observe("largest-contentful-paint", (entry: PerformanceEntry) => {
      measured.lcp = entry.startTime;
    });
    observe("layout-shift", (entry: { value: number; sources: { node: Node | null }[] }) => {
      const sources = entry.sources.map(({ node }) =>
        node instanceof Element ? node.outerHTML.slice(0, 120) : String(node?.textContent),
      );
      measured.shifts.push({ value: entry.value, sources });
    });
  });
  return () => page.evaluate(() => (window as unknown as { measured: Measured }).measured);
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

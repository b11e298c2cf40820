import type { CDPSession, Page } from "@playwright/test";

/** DevTools' preset "Fast 4G": nine tenths of 9 and 1.5 Mbit/s, and 60 ms with its factor for a browser's own requests. */
const FAST_4G = {
  offline: false,
  downloadThroughput: ((9 * 1_000_000) / 8) * 0.9,
  uploadThroughput: ((1.5 * 1_000_000) / 8) * 0.9,
  latency: 60 * 2.75,
};
const SLOWER = 4;

/** From now on the page has a phone's network and processor, and nothing from a cache. */
export async function slowDown(page: Page, { network = true } = {}): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  if (network) await session.send("Network.emulateNetworkConditions", FAST_4G);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  return session;
}

export interface Shift {
  value: number;
  /** What moved. */
  sources: string[];
}

interface Measured {
  lcp: number;
  shifts: Shift[];
  /** From the input to the next thing drawn, in milliseconds, by the kind of input. */
  interactions: { name: string; duration: number }[];
}

/** Measures in each page from its start, inside the browser. To be called before the page is opened. */
export async function measure(page: Page): Promise<() => Promise<Measured>> {
  await page.addInitScript(() => {
    const measured: Measured = { lcp: 0, shifts: [], interactions: [] };
    Object.assign(window, { measured });
    const observe = (type: string, see: (entry: never) => void, more = {}) => {
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) see(entry as never);
      });
      observer.observe({ type, buffered: true, ...more });
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
    observe(
      "event",
      (entry: PerformanceEntry & { interactionId: number }) => {
        if (entry.interactionId > 0)
          measured.interactions.push({ name: entry.name, duration: entry.duration });
      },
      { durationThreshold: 16 },
    );
  });
  return () => page.evaluate(() => (window as unknown as { measured: Measured }).measured);
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

import { type CDPSession, expect, type Page } from "@playwright/test";

/** DevTools' preset "Fast 4G": nine tenths of 9 and 1.5 Mbit/s, and 60 ms with its factor for a browser's own requests. */
const FAST_4G = {
  offline: false,
  downloadThroughput: ((9 * 1_000_000) / 8) * 0.9,
  uploadThroughput: ((1.5 * 1_000_000) / 8) * 0.9,
  latency: 60 * 2.75,
};
/** The "slow 4G" that Lighthouse reckons with: 1.6 and 0.75 Mbit/s, and 150 ms. */
export const SLOW_4G = {
  offline: false,
  downloadThroughput: (1.6 * 1_000_000) / 8,
  uploadThroughput: (0.75 * 1_000_000) / 8,
  latency: 150,
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
export async function slowDown(
  page: Page,
  { network = FAST_4G as typeof FAST_4G | null } = {},
): Promise<CDPSession> {
  const rate = await slowerBy(page);
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  if (network) await session.send("Network.emulateNetworkConditions", network);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
  return session;
}

interface Shift {
  value: number;
  /** What moved. */
  sources: string[];
}

interface Measured {
  lcp: number;
  shifts: Shift[];
  /** From the input to the next thing drawn, in milliseconds, by the kind of input. */
  interactions: { name: string; startTime: number; duration: number }[];
}

/** A key that no page of ours listens to, and which a measured page answers late enough to be reported. */
const MARK = "F9";

/** Measures in each page from its start, inside the browser. To be called before the page is opened. */
export async function measure(page: Page): Promise<() => Promise<Measured>> {
  await page.addInitScript((mark) => {
    const measured: Measured = { lcp: 0, shifts: [], interactions: [] };
    Object.assign(window, { measured });
    addEventListener("keydown", ({ key }) => {
      const from = performance.now();
      while (key === mark && performance.now() - from < 40);
    });
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
      ({ name, startTime, duration, interactionId }: PerformanceEntry & { interactionId: number }) => {
        if (interactionId > 0) measured.interactions.push({ name, startTime, duration });
      },
      { durationThreshold: 16 },
    );
  }, MARK);
  return () => page.evaluate(() => (window as unknown as { measured: Measured }).measured);
}

/**
 * The longest of the interactions since it was last asked, in milliseconds: 0 where each took under 16. What a browser
 * reports comes in order: once a last key press is reported, all before it has been.
 */
export async function longestInteraction(page: Page): Promise<number> {
  const from = await page.evaluate(() => performance.now());
  await page.keyboard.press(MARK);
  const isMark = ({ name, startTime }: Measured["interactions"][number]) =>
    name === "keydown" && startTime >= from;
  const reported = async () => (await interactionsOf(page)).some(isMark);
  await expect.poll(reported).toBe(true);
  const all = await interactionsOf(page, { forget: true });
  return Math.max(0, ...all.filter(({ startTime }) => startTime < from).map(({ duration }) => duration));
}

const interactionsOf = (page: Page, { forget = false } = {}) =>
  page.evaluate((isOver) => {
    const { interactions } = (window as unknown as { measured: Measured }).measured;
    return isOver ? interactions.splice(0) : interactions;
  }, forget);

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

import { chromium } from "@playwright/test";
import lighthouse, { type Flags } from "lighthouse";
import { sharedBrowser } from "../../browser/support/shared-browser";
import { expect, test } from "../../browser/support/test";
import { freePort } from "../../support/stack";

/** The pages that anybody may open and a search engine may find. */
const PUBLIC: Record<string, (code: string) => string> = {
  "the start page": () => "/",
  "a provider's courses": (code) => `/p/${code}`,
  "the terms": (code) => `/p/${code}/terms`,
  "the documentation": () => "/docs",
  "a guide": () => "/docs/pay-now",
  "an operation": () => "/docs/reference/createCheckout",
};

const LEAST = { accessibility: 100, "best-practices": 100, seo: 100, performance: 95 };

const MOST_RUNS = 5;

type Category = keyof typeof LEAST;

for (const [name, pathOf] of Object.entries(PUBLIC))
  test(`${name}: Lighthouse finds nothing to better for everybody, and a phone's speed of 95 or more`, async ({
    baseURL,
    provider,
  }, { annotations }) => {
    const url = baseURL! + pathOf(provider.code);
    let scores = await scoresOf(url);
    // What else the machine does can only slow a page down: the best of a few runs is the page's own.
    for (let run = 1; run < MOST_RUNS && scores.performance.score < LEAST.performance; run++)
      scores = await scoresOf(url);
    for (const [category, { score }] of Object.entries(scores))
      annotations.push({ type: category, description: String(score) });
    for (const [category, least] of Object.entries(LEAST) as [Category, number][])
      expect(scores[category].score, scores[category].lost.join("; ")).toBeGreaterThanOrEqual(least);
  });

/** Lighthouse's own preset, a slow phone, in a browser of its own. */
async function scoresOf(url: string): Promise<Record<Category, { score: number; lost: string[] }>> {
  const port = await freePort();
  const launch = sharedBrowser();
  const browser = await chromium.launch({
    ...launch,
    args: [...launch.args, `--remote-debugging-port=${port}`],
  });
  try {
    const flags: Flags = { port, onlyCategories: Object.keys(LEAST), logLevel: "silent" };
    const { lhr } = (await lighthouse(url, flags))!;
    const read = (category: Category) => {
      const { score, auditRefs } = lhr.categories[category]!;
      const lost = auditRefs
        .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]!.score ?? 1) < 0.9)
        .map(({ id }) => `${id}: ${lhr.audits[id]!.displayValue ?? lhr.audits[id]!.score}`);
      return { score: Math.round((score ?? 0) * 100), lost };
    };
    return {
      accessibility: read("accessibility"),
      "best-practices": read("best-practices"),
      seo: read("seo"),
      performance: read("performance"),
    };
  } finally {
    await browser.close();
  }
}

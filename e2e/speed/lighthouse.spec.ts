import { chromium } from "@playwright/test";
import lighthouse, { type Flags } from "lighthouse";
import { sharedBrowser } from "../support/browser/shared-browser";
import { expect, test } from "../support/browser/test";
import { untilUndisturbed } from "../support/measure";
import { freePort } from "../support/stack";
import { slowerBy } from "./slow-phone";

/** The pages that anybody may open and a search engine may find. */
const PUBLIC: Record<string, (code: string) => string> = {
  "the start page": () => "/",
  "a provider's courses": (code) => `/p/${code}`,
  "the terms": (code) => `/p/${code}/terms`,
  "the documentation": () => "/docs",
  "a guide": () => "/docs/pay-now",
  "an operation": () => "/docs/reference/createCheckout",
};

const CATEGORIES = ["accessibility", "best-practices", "seo", "performance"] as const;
const LEAST_PERFORMANCE = 95;

const ROUNDS = 12;

type Category = (typeof CATEGORIES)[number];

for (const [name, pathOf] of Object.entries(PUBLIC))
  test(`${name}: Lighthouse finds nothing to better for everybody, and a phone's speed of 95 or more`, async ({
    baseURL,
    provider,
  }, { annotations }) => {
    const url = baseURL! + pathOf(provider.code);
    const { score, lost } = await untilUndisturbed(
      `Lighthouse's performance, ${name}`,
      async () => {
        const { performance, ...others } = await scoresOf(url);
        for (const [category, { score, lost }] of Object.entries(others))
          expect(score, `${category}: ${lost.join("; ")}`).toBe(100);
        return performance;
      },
      (performance) => performance.score >= LEAST_PERFORMANCE,
      ROUNDS,
    );
    annotations.push({ type: "performance", description: String(score) });
    expect(score, lost.join("; ")).toBeGreaterThanOrEqual(LEAST_PERFORMANCE);
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
    const cpuSlowdownMultiplier = await slowerBy(await browser.newPage());
    const flags: Flags = {
      port,
      onlyCategories: [...CATEGORIES],
      logLevel: "silent",
      throttling: { cpuSlowdownMultiplier },
    };
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

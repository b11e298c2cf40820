import { expect, test } from "../support/browser/test";
import { untilUndisturbed } from "../support/measure";
import { askLighthouse } from "./lighthouse";

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

async function scoresOf(url: string): Promise<Record<Category, { score: number; lost: string[] }>> {
  const { audits, categories } = await askLighthouse(url, { onlyCategories: [...CATEGORIES] });
  const read = (category: Category) => {
    const { score, auditRefs } = categories[category]!;
    const lost = auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]!.score ?? 1) < 0.9)
      .map(({ id }) => `${id}: ${audits[id]!.displayValue ?? audits[id]!.score}`);
    return { score: Math.round((score ?? 0) * 100), lost };
  };
  return {
    accessibility: read("accessibility"),
    "best-practices": read("best-practices"),
    seo: read("seo"),
    performance: read("performance"),
  };
}

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { docsMenu, pageAt } from "../../packages/docs/pages";
import { PAGES } from "../../server/pages/page-table";

const document = JSON.parse(readFileSync("openapi.json", "utf8"));
const BASE = "https://pay.example";
const at = (path: string) => {
  const { pathname } = new URL(path, BASE);
  const segments = pathname.split("/").slice(2);
  return pageAt(segments, document, BASE);
};

const SAMPLES: Record<string, string> = {
  "{guide}": "pay-now",
  "{code}": "card_declined",
  "{operation}": "createCheckout",
};

it("every row of the documentation has its page", async () => {
  // Its files are routes of app; server/pages/page-table.test.ts holds their rows.
  const rows = PAGES.map(({ path }) => path).filter((path) => /^\/docs(\/[^.]*)?$/.test(path));
  const pages = await Promise.all(rows.map((path) => at(path.replace(/\{\w+\}/, (name) => SAMPLES[name]!))));
  expect(pages.map((page) => page?.title).sort()).toEqual([
    "API reference",
    "Create a checkout",
    "Events",
    "Pay Now",
    "Problems",
    "Provider Checkout",
    "card_declined",
  ]);
});

it("every link of the menu leads to a page with a title and a description", async () => {
  for (const { links } of docsMenu(document))
    for (const { href } of links)
      expect(await at(href), href).toMatchObject({
        title: expect.stringMatching(/./),
        description: expect.stringMatching(/.{10}/),
      });
});

it.each("/docs/overview /docs/x /docs/reference/x /docs/problems/x /docs/search/x /docs/a/b/c".split(" "))(
  "%s is no page",
  async (path) => expect(await at(path)).toBeNull(),
);

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type DocsView, docsHead, docsMenu, docsViewAt } from "../../packages/docs/view";
import { PAGES } from "../../server/pages/page-table";

const document = JSON.parse(readFileSync("openapi.json", "utf8"));
const BASE = "https://pay.example";
const viewAt = (path: string) => {
  const { pathname, searchParams } = new URL(path, BASE);
  const segments = pathname.split("/").slice(2);
  return docsViewAt(segments, searchParams.get("q") ?? "", document, BASE);
};

const SAMPLES: Record<string, string> = {
  "{guide}": "pay-now",
  "{code}": "card_declined",
  "{operation}": "createCheckout",
};

it("every row of the documentation has its page, and every kind of page its row", async () => {
  // Its files are routes of app; lib/http/page-table.test.ts holds their rows.
  const rows = PAGES.map(({ path }) => path).filter((path) => /^\/docs(\/[^.]*)?$/.test(path));
  const views = await Promise.all(
    rows.map((path) => viewAt(path.replace(/\{\w+\}/, (name) => SAMPLES[name]!))),
  );
  const kinds = views.map(({ kind }) => kind);
  const all: DocsView["kind"][] = [
    "guide",
    "reference",
    "operation",
    "events",
    "problems",
    "problem",
    "search",
  ];
  expect(new Set(kinds)).toEqual(new Set(all));
  // The overview is a guide with an address of its own.
  expect(kinds).toHaveLength(all.length + 1);
});

it("every link of the menu leads to a page with a title and a description", async () => {
  for (const { links } of docsMenu(document))
    for (const { href } of links)
      expect(docsHead(await viewAt(href)), href).toMatchObject({
        title: expect.stringMatching(/./),
        description: expect.stringMatching(/.{10}/),
      });
});

it.each([
  "/docs/overview",
  "/docs/x",
  "/docs/reference/x",
  "/docs/problems/x",
  "/docs/search/x",
  "/docs/a/b/c",
])("%s is no page", async (path) => expect(await viewAt(path)).toEqual({ kind: "lost" }));

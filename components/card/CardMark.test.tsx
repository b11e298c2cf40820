import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CARD_SCHEMES } from "@/packages/cards/card-scheme";
import { CardMark } from "./CardMark";

const drawings = [...CARD_SCHEMES, null].map((scheme) => {
  const markup = renderToStaticMarkup(<CardMark scheme={scheme} />);
  return markup.slice(markup.indexOf("<svg"));
});

test("four schemes have a mark of their own, and all others a plain card", () => {
  expect(new Set(drawings).size).toBe(4 + 1);
});

test("all marks together are under 3 KB", () => {
  const bytes = [...new Set(drawings)].reduce((sum, markup) => sum + Buffer.byteLength(markup), 0);
  expect(bytes).toBeLessThan(3_000);
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { changelogFeed, changesOf } from "./changelog";
import { GUIDES, guidePath, readGuide } from "./guides";
import { llmsFull, llmsIndex } from "./llms";
import { operationPath, referenceOf } from "./reference";
import { FACT_TABLES } from "./tables";

const BASE = "https://pay.example.edu/a&b";
const document = JSON.parse(readFileSync(join(import.meta.dirname, "../../openapi.json"), "utf8"));

it("each guide's first words say whom it is for", () => {
  for (const { slug } of GUIDES)
    expect([slug, readGuide(slug, BASE).summary]).toEqual([slug, expect.stringMatching(/^For /)]);
});

it("the feed has an entry for each change of the changelog, the newest first", () => {
  const changes = changesOf(BASE);
  expect(changes.map(({ date }) => date)).toEqual(
    changes
      .map(({ date }) => date)
      .sort()
      .reverse(),
  );
  for (const { text } of changes) expect(text).not.toBe("");
  const feed = changelogFeed(BASE);
  expect([...feed.matchAll(/<entry>/g)]).toHaveLength(changes.length);
  expect(feed).toContain("<id>https://pay.example.edu/a&amp;b/docs/changelog#");
  expect(feed).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/);
});

it("the list for programs names every guide and every operation, and the whole text has every table", () => {
  const index = llmsIndex(document, BASE);
  const operations = referenceOf(document).groups.flatMap((group) => group.operations);
  for (const path of [
    ...GUIDES.map(({ slug }) => guidePath(slug)),
    ...operations.map(({ id }) => operationPath(id)),
  ])
    expect(index).toContain(`](${BASE}${path})`);
  const whole = llmsFull(BASE);
  expect(whole).not.toMatch(/<!--|\]\(\//);
  for (const { rows } of [FACT_TABLES.scopes, FACT_TABLES["checkout-statuses"]])
    for (const row of rows) expect(whole).toContain(`| ${row.join(" | ")} |`);
});

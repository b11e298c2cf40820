import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ERROR_CODES } from "../../lib/domain/errors";
import { changelogFeed, changesOf } from "./changelog";
import { GUIDES, guidePath, guideText, readGuide } from "./guides";
import { llmsFull, llmsIndex } from "./llms";
import { operationPath, referenceOf } from "./reference";
import { sentenceOf } from "./state-diagram";
import { BEGINNINGS, movesFrom } from "./states";
import { FACT_TABLES } from "./tables";

const BASE = "https://pay.example.edu/a&b";
const document = JSON.parse(readFileSync(join(import.meta.dirname, "../../openapi.json"), "utf8"));

it("each guide's first words say whom it is for", () => {
  for (const { slug } of GUIDES)
    expect([slug, readGuide(slug, BASE).summary]).toEqual([slug, expect.stringMatching(/^For /)]);
});

it("README and guides have the same functions with the same arguments", () => {
  const known = new Map<string, string>();
  const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");
  for (const text of [readme, ...GUIDES.map(({ slug }) => guideText(slug, BASE))])
    for (const [whole, name] of text.matchAll(/^# (\w+) .*\n\w+\(\) \{\n[\s\S]*?^\}$(?!\nJSON)/gm)) {
      expect([name, whole]).toEqual([name, known.get(name!) ?? whole]);
      known.set(name!, whole);
    }
  expect([...known.keys()]).toEqual(
    expect.arrayContaining(["member", "card_token", "pay_now", "create_plan"]),
  );
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
  expect(feed).not.toMatch(/&(?!amp;|lt;|gt;|quot;|#39;)/);
});

it("the list for programs names every guide and every operation, and the whole text has every table", () => {
  const index = llmsIndex(document, BASE);
  const operations = referenceOf(document).groups.flatMap((group) => group.operations);
  for (const path of [
    ...GUIDES.map(({ slug }) => guidePath(slug)),
    ...operations.map(({ id }) => operationPath(id)),
  ])
    expect(index).toContain(`](${BASE}${path})`);
  expect(index).not.toMatch(/:$/m);
  const whole = llmsFull(BASE);
  expect(whole).not.toMatch(/<!--|\]\(\//);
  for (const { rows } of [FACT_TABLES.scopes, FACT_TABLES["checkout-statuses"]])
    for (const row of rows) expect(whole).toContain(`| ${row.join(" | ")} |`);
  // What pages draw is there in words, and no heading stands over nothing.
  for (const move of BEGINNINGS.flatMap(movesFrom)) expect(whole).toContain(`\n- ${sentenceOf(move)}\n`);
  for (const code of ERROR_CODES) expect(whole).toContain(`](${BASE}/docs/problems/${code})`);
  expect(whole).not.toMatch(/\n\n\n/);
});

it("the scope of the sandbox's own operations names what each of them does", () => {
  const told: Record<string, RegExp> = {
    authoriseDirectDebitInSandbox: /authorise a direct debit/,
    expireInSandbox: /expire/,
    resolveChargeInSandbox: /lost charge/,
    sendEventInSandbox: /send test events/,
    listSandboxRequests: /requests/,
  };
  const operations = referenceOf(document).groups.flatMap((group) => group.operations);
  const ids = operations
    .filter(({ description }) => description.includes("the scope `sandbox:simulate`"))
    .map(({ id }) => id);
  expect(ids.sort()).toEqual(Object.keys(told).sort());
  const [, text] = FACT_TABLES.scopes.rows.find(([scope]) => scope === "`sandbox:simulate`")!;
  for (const id of ids) expect(text).toMatch(told[id]!);
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { SETTINGS } from "../../server/settings/env";
import { GUIDES, guidePath, guideText } from "./guides";
import { headOf, sectionsOf } from "./markdown";
import { referenceOf } from "./reference";

const BASE = "https://pay.example.edu/a&b";
const document = JSON.parse(readFileSync(join(import.meta.dirname, "../../openapi.json"), "utf8"));

it("each guide's first words say whom it is for", () => {
  for (const { slug } of GUIDES)
    expect(headOf(guideText(slug, BASE))).toEqual({
      title: expect.stringMatching(/./),
      description: expect.stringMatching(/^For /),
    });
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
    expect.arrayContaining(["field", "card_token", "pay_now", "create_plan"]),
  );
});

it.each(["changelog", "operator-changelog"] as const)(
  "the entries of %s have a date each, the newest first",
  (slug) => {
    const headings = sectionsOf(guideText(slug, BASE))
      .slice(1)
      .map(({ title }) => title);
    for (const heading of headings) expect(heading).toMatch(/^\d{4}-\d\d-\d\d: ./);
    const dates = headings.map((heading) => heading.slice(0, 10));
    expect(dates).toEqual(dates.toSorted().reverse());
  },
);

it("the scope of the sandbox's own operations names what each of them does", () => {
  const told: Record<string, RegExp> = {
    advanceSandboxClock: /move the clock/,
    authoriseDirectDebitInSandbox: /authorise a direct debit/,
    expireInSandbox: /expire/,
  };
  const operations = referenceOf(document).groups.flatMap((group) => group.operations);
  const ids = operations
    .filter(({ description }) => description.includes("the scope `sandbox:simulate`"))
    .map(({ id }) => id);
  expect(ids.sort()).toEqual(Object.keys(told).sort());
  const [, text] = /^\| `sandbox:simulate` \| (.+) \|$/m.exec(guideText("api-keys", BASE))!;
  for (const id of ids) expect(text).toMatch(told[id]!);
});

/** Names of settings that readers' own programs have too. */
const READERS_OWN = ["BASE_URL", "DATABASE_URL", "HOST", "NODE_ENV"];

it("an Integrate guide has no command and no setting of an operator: those belong to an Operate guide", () => {
  const settings = Object.keys(SETTINGS).filter((name) => !READERS_OWN.includes(name));
  const words = new RegExp(`npm run [a-z:-]+|\\b(?:${settings.join("|")})\\b`, "g");
  const found = GUIDES.filter(({ part }) => part === "Integrate").flatMap(({ slug }) =>
    guideText(slug, BASE)
      .split("\n")
      .flatMap((line) => (line.match(words) ?? []).map((word) => `${slug}: ${word}`)),
  );
  expect(found).toEqual([]);
});

it("every link of a guide leads to a section that there is", () => {
  const anchors = new Map<string, string[]>(
    GUIDES.map(({ slug }) => [guidePath(slug), sectionsOf(guideText(slug, BASE)).map(({ id }) => id)]),
  );
  const links = [
    ...GUIDES.flatMap(({ slug }) =>
      [...guideText(slug, BASE).matchAll(/\]\((\/docs[^)#\s]*)?#([^)\s]+)\)/g)].map(
        ([, path = guidePath(slug), anchor]) => ({ from: slug, path, anchor: anchor! }),
      ),
    ),
  ];
  const broken = links.filter(({ path, anchor }) => anchors.get(path)?.includes(anchor) === false);
  expect(broken).toEqual([]);
});

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tick } from "../../lib/jobs/tick";
import { startTimer } from "../../server/background/timer";
import { jobsPlace } from "../jobs/place";
import { metricsIn, metricsOf, readPanels, readRules } from "../support/alert-rules";

const rules = readRules();
const PAGES = "docs/runbooks/alerts";

it("every metric of the alert rules and of the dashboard is one that the service has", async (context) => {
  const place = await jobsPlace(context);
  // The first reconciliation is dated, and rounds are known, from when background work has run.
  await tick(place.deps);
  await startTimer(place.deps, 60).stop();
  const known = metricsOf((await place.metrics()).text);
  const asked = [
    ...rules.map(({ alert, expr }) => [alert, expr] as const),
    ...readPanels().flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ];
  for (const [where, expr] of asked) {
    const names = metricsIn(expr);
    for (const name of names) expect(known, `${where} asks for ${name}`).toContain(name);
    if (!expr.includes("up{")) expect(names, where).not.toEqual([]);
  }
});

it.each(rules.map((rule) => [rule.alert, rule] as const))(
  "%s says what is wrong, how bad it is and where the remedy stands",
  (alert, { labels, annotations }) => {
    expect(labels.severity).toMatch(/^(critical|warning)$/);
    expect(annotations.summary).toBeTruthy();
    expect(annotations.description).toBeTruthy();
    expect(annotations.runbook_url).toBe(`https://runbooks.example.com/${PAGES}/${alert}.md`);
  },
);

it("each rule has its own page, which says what it means, what to do and when it is over", () => {
  const pages = readdirSync(PAGES).map((file) => file.replace(/\.md$/, ""));
  expect(pages.sort()).toEqual(rules.map(({ alert }) => alert).sort());
  for (const page of pages) {
    const text = readFileSync(`${PAGES}/${page}.md`, "utf8");
    for (const part of [
      `# ${page}\n`,
      "**It says** ",
      "**What it means.** ",
      "\n## Do\n",
      "\n## It is over when\n",
    ])
      expect(text, page).toContain(part);
    const links = [...text.matchAll(/\]\(([^)#]+)/g)].map(([, file]) => file!);
    expect(links.length, page).toBeGreaterThan(0);
    for (const file of links) expect(existsSync(join(PAGES, file)), `${page}: ${file}`).toBe(true);
  }
});

it("what stops reporting raises an alert too", () => {
  const expressions = rules.map(({ expr }) => expr).join("\n");
  expect(expressions).toContain('absent(up{job="provider-checkout"})');
  for (const round of ["settle", "deliver"])
    expect(expressions).toMatch(
      new RegExp(`absent\\(\\w+_last_success_timestamp_seconds\\{round="${round}"\\}\\)`),
    );
});

import { expect, it } from "vitest";
import { tick } from "../../lib/jobs/tick";
import { startTimer } from "../../lib/jobs/timer";
import { jobsPlace } from "../jobs/place";
import { metricsIn, metricsOf, readPanels, readRules } from "../support/alert-rules";
import { runbookPages } from "../support/runbooks";

const rules = readRules();
const RUNBOOKS = runbookPages().map((page) => `docs/runbooks/${page}.md`);

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
  (_, { labels, annotations }) => {
    expect(labels.severity).toMatch(/^(critical|warning)$/);
    expect(annotations.summary).toBeTruthy();
    expect(annotations.description).toBeTruthy();
    expect(RUNBOOKS).toContain(annotations.runbook);
  },
);

it("no two rules share a name", () => {
  const names = rules.map(({ alert }) => alert);
  expect(new Set(names).size).toBe(names.length);
});

/** What Prometheus' own tool makes of the service's metrics: whether an alert rule fires on them. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { RULES_FILE } from "../support/alert-rules";
import { findProgram } from "../support/programs";

export const promtool = findProgram("promtool", "prometheus");

/** Metrics as they were read; null where nobody answered. */
export interface Scrape {
  text: string | null;
  /** Nobody was asked. */
  isSilent?: boolean;
  /** Seconds since 1970. */
  at: number;
}

/** Minutes of the story: how long all was well, and when it is judged. */
const WELL = 6;
const JUDGED = 40;
const TARGET = 'job="provider-checkout",instance="here"';

/** @returns what promtool writes, and whether it was content */
export function run(args: string[], input = ""): Promise<{ isGood: boolean; output: string }> {
  return new Promise((done) => {
    const child = execFile(promtool.path!, args, (error, stdout, stderr) =>
      done({ isGood: error === null, output: stdout + stderr }),
    );
    child.stdin?.end(input);
  });
}

/**
 * Judges the rules on a story: all is as before for some minutes, and then as during the fault until the end; what is
 * counted goes on as it went between the two.
 * @param firing alerts that must fire; with none, nothing may
 * @returns what promtool finds wrong, or an empty text
 */
export async function judge(before: Scrape, during: Scrape, firing: readonly string[]): Promise<string> {
  const expressions =
    firing.length === 0
      ? [{ expr: 'ALERTS{alertstate="firing"}', exp_samples: [] }]
      : firing.map((alert) => ({
          expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) > bool 0`,
          exp_samples: [{ labels: "{}", value: 1 }],
        }));
  const story = {
    rule_files: [resolve(RULES_FILE)],
    evaluation_interval: "1m",
    tests: [
      {
        interval: "1m",
        input_series: seriesOf(before, during),
        promql_expr_test: expressions.map((one) => ({ ...one, eval_time: `${JUDGED}m` })),
      },
    ],
  };
  const folder = await mkdtemp(join(tmpdir(), "promtool-"));
  try {
    const file = join(folder, "story.yaml");
    // JSON is YAML too.
    await writeFile(file, JSON.stringify(story));
    const { isGood, output } = await run(["test", "rules", file]);
    return isGood ? "" : output;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function seriesOf(before: Scrape, during: Scrape) {
  const [first, then] = [samplesOf(before), samplesOf(during)];
  const isThere = ({ text }: Scrape) => Number(text !== null);
  const series = [...new Set([...first.keys(), ...then.keys()])].map((name) => ({
    series: name,
    values: valuesOf(name, first.get(name), then.get(name), before.at, during.at),
  }));
  const later = during.isSilent ? `_x${JUDGED + 1}` : `${isThere(during)}+0x${JUDGED}`;
  const up = `${isThere(before)}+0x${WELL - 1} ${later}`;
  return [...series, { series: `up{${TARGET}}`, values: up }];
}

/** By name and labels. What is not a number yet is left out. */
function samplesOf({ text }: Scrape): Map<string, number> {
  const found = new Map<string, number>();
  for (const line of (text ?? "").split("\n")) {
    const [, name, labels, value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined || Number.isNaN(Number(value))) continue;
    found.set(`${name}{${labels ? `${labels},` : ""}${TARGET}}`, Number(value));
  }
  return found;
}

const isCounter = (name: string) => /^\w+_(total|bucket|count|sum)\{/.test(name);
const isTime = (name: string) => /^\w+_timestamp_seconds\{/.test(name);

function valuesOf(
  name: string,
  first: number | undefined,
  then: number | undefined,
  ...at: [number, number]
) {
  const [well, later] = [WELL - 1, JUDGED];
  if (isTime(name)) {
    // promtool's time begins at 0. A time that has not moved stays where it is.
    const start = (first ?? then)! - at[0];
    if (then === undefined) return `${start}+60x${well} _x${later + 1}`;
    const hasMoved = then !== first;
    return `${start}+60x${well} ${start + well * 60}+${hasMoved ? 60 : 0}x${later}`;
  }
  const given = (value: number | undefined, times: number, step = 0) =>
    value === undefined ? `_x${times + 1}` : `${value}+${step}x${times}`;
  if (!isCounter(name) || then === undefined) return `${given(first, well)} ${given(then, later)}`;
  // One that is smaller than before is another process's.
  const step = Math.max(0, then - (first ?? 0));
  return `${given(first, well)} ${given(then, later, step)}`;
}

import { readFileSync } from "node:fs";
import { Yaml } from "@stoplight/spectral-parsers";

export const RULES_FILE = "ops/prometheus/alerts.yaml";
const DASHBOARD_FILE = "ops/grafana/dashboard.json";

export interface Rule {
  alert: string;
  expr: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

export function readRules(): Rule[] {
  const { data } = Yaml.parse(readFileSync(RULES_FILE, "utf8"));
  return (data as { groups: { rules: Rule[] }[] }).groups.flatMap(({ rules }) => rules);
}

interface Panel {
  title: string;
  targets: { expr: string }[];
}

/** Those that show something: the dashboard's headings are panels too. */
export const readPanels = (): Panel[] =>
  (JSON.parse(readFileSync(DASHBOARD_FILE, "utf8")).panels as Panel[]).filter(
    ({ targets }) => targets.length > 0,
  );

/** Names of our metrics in an expression, as `# TYPE` lines have them. */
export const metricsIn = (expression: string): string[] =>
  [...expression.matchAll(/\b(?:provider_checkout|nodejs|process)_\w+/g)].map(([name]) =>
    name.replace(/_(bucket|count|sum)$/, ""),
  );

/** Names of the metrics in a text of them. */
export const metricsOf = (text: string): Set<string> =>
  new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!));

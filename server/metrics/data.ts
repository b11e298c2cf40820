import { Gauge, Registry } from "prom-client";
import type { Backlog, Metrics } from "../../lib/db/metrics";

/** A value; one for each word of a label; or how much waits, and how long the oldest has. */
type Value = number | { label: string; values: Record<string, number> } | Backlog;

/** What waits in the database, in version 0.0.4 of Prometheus's text format. */
export const dataText = (metrics: Metrics): Promise<string> =>
  textOf([
    ["open_alerts", "Operators' alerts that are open", labelled("kind", metrics.openAlerts)],
    ["open_charges", "Charges whose outcome is not known", metrics.openCharges],
    ["lapsed_checkouts", "Checkouts whose expiry is not written down", metrics.lapsedCheckouts],
    ["undispatched_events", "Events that no endpoint was found for yet", metrics.undispatchedEvents],
    ["pending_deliveries", "Webhook deliveries that are not over", metrics.pendingDeliveries],
    ["due_deliveries", "Webhook deliveries whose time has come", metrics.dueDeliveries],
    ["due_agreements", "Signed plans whose agreement is to be made", metrics.dueAgreements],
    ["due_mails", "Mails to students whose time has come", metrics.dueMails],
    ["failed_mails", "Mails to students given up in the last two days", metrics.failedMails],
    ["webhook_endpoints", "Webhook endpoints", labelled("status", metrics.endpoints)],
    [
      "reconciliation_age_seconds",
      "Since the gateway's charges were last compared with the records",
      metrics.reconciledSecondsAgo,
    ],
  ]);

/** Whether the process can do its work, check by check, and whether the gauges of the data are here. */
export function statusText(
  checks: Readonly<Record<string, "pass" | "fail">>,
  clockDriftMs: number,
  hasData: boolean,
): Promise<string> {
  const passes = Object.fromEntries(
    Object.entries(checks).map(([name, check]) => [name, Number(check === "pass")]),
  );
  return textOf([
    ["ready", "Whether all checks of /readyz pass", Math.min(...Object.values(passes))],
    ["check", "The checks of /readyz", labelled("check", passes)],
    ["clock_skew_seconds", "How far the process's clock is ahead of the database's", clockDriftMs / 1000],
    ["data_up", "Whether the database has answered what waits in it", Number(hasData)],
  ]);
}

const labelled = (label: string, values: Record<string, number>) => ({ label, values });

/** @param rows what has no value is left out */
function textOf(rows: [name: string, help: string, value: Value | null][]): Promise<string> {
  const register = new Registry();
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `provider_checkout_${name}`, help, labelNames, registers: [register] });
  for (const [name, help, value] of rows) {
    if (value === null) continue;
    if (typeof value === "number") gauge(name, help).set(value);
    else if ("label" in value) {
      const { label, values } = value;
      const labelledGauge = gauge(name, help, [label]);
      for (const [word, one] of Object.entries(values)) labelledGauge.set({ [label]: word }, one);
    } else {
      gauge(name, help).set(value.count);
      gauge(`oldest_${name}_seconds`, `${help}: how long the oldest has waited`).set(value.oldestSeconds);
    }
  }
  return register.metrics();
}

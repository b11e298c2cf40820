import type { Backlog, Metrics } from "../../lib/db/metrics";

type Samples = Record<string, number>;

/** What waits in the database, in version 0.0.4 of Prometheus's text format. */
export function dataText(metrics: Metrics): string {
  const gauges = [
    gauge("open_alerts", "Operators' alerts that are open", labelled("kind", metrics.openAlerts)),
    ...backlog("open_charges", "Charges whose outcome is not known", metrics.openCharges),
    gauge(
      "open_charges_by_age",
      "Charges whose outcome is not known, by how long",
      labelled("age", metrics.openChargesByAge),
    ),
    ...backlog("lapsed_checkouts", "Checkouts whose expiry is not written down", metrics.lapsedCheckouts),
    ...backlog(
      "undispatched_events",
      "Events that no endpoint was found for yet",
      metrics.undispatchedEvents,
    ),
    gauge("pending_deliveries", "Webhook deliveries that are not over", one(metrics.pendingDeliveries)),
    ...backlog("due_deliveries", "Webhook deliveries whose time has come", metrics.dueDeliveries),
    ...backlog("due_agreements", "Signed plans whose agreement is to be made", metrics.dueAgreements),
    ...backlog("due_mails", "Mails to students whose time has come", metrics.dueMails),
    gauge("failed_mails", "Mails to students given up in the last two days", one(metrics.failedMails)),
    gauge(
      "recent_webhook_attempts",
      "Requests to webhook endpoints in the last five minutes",
      labelled("outcome", metrics.recentAttempts),
    ),
    gauge("webhook_endpoints", "Webhook endpoints", labelled("status", metrics.endpoints)),
  ];
  if (metrics.reconciledSecondsAgo !== null)
    gauges.push(
      gauge(
        "reconciliation_age_seconds",
        "Since the gateway's charges were last compared with the records",
        one(metrics.reconciledSecondsAgo),
      ),
    );
  return gauges.join("");
}

/** Whether the process can do its work, check by check, and whether the gauges of the data are here. */
export function statusText(
  checks: Readonly<Record<string, "pass" | "fail">>,
  clockDriftMs: number,
  hasData: boolean,
): string {
  const passes = Object.entries(checks).map(([name, check]): [string, number] => [
    name,
    Number(check === "pass"),
  ]);
  return [
    gauge("ready", "Whether all checks of /readyz pass", one(Math.min(...passes.map(([, value]) => value)))),
    gauge("check", "The checks of /readyz", labelled("check", Object.fromEntries(passes))),
    gauge(
      "clock_skew_seconds",
      "How far the process's clock is ahead of the database's",
      one(clockDriftMs / 1000),
    ),
    gauge("data_up", "Whether the database has answered what waits in it", one(Number(hasData))),
  ].join("");
}

function backlog(name: string, help: string, { count, oldestSeconds }: Backlog): string[] {
  return [
    gauge(name, help, one(count)),
    gauge(`oldest_${name}_seconds`, `${help}: how long the oldest has waited`, one(oldestSeconds)),
  ];
}

const one = (value: number): Samples => ({ "": value });

function labelled(label: string, values: Record<string, number>): Samples {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`{${label}="${name}"}`, value]));
}

function gauge(name: string, help: string, samples: Samples): string {
  const full = `provider_checkout_${name}`;
  const lines = Object.entries(samples).map(([labels, value]) => `${full}${labels} ${value}\n`);
  return `# HELP ${full} ${help}.\n# TYPE ${full} gauge\n${lines.join("")}`;
}

import { z } from "zod";
import type { Checks } from "../../lib/api/health";
import { type ApiDeps, ok, operation } from "../../lib/api/operation";
import { operationsOf } from "../../lib/api/operations";
import { KeysNotChecked } from "../../lib/crypto/vault";
import type { Environment } from "../../lib/domain/environment";
import { CheckoutError } from "../../lib/domain/errors";
import { nothing, type Served } from "../../lib/http/operation";
import { tick } from "../../lib/jobs/tick";
import { blockedIn } from "../../packages/http/content-reports";
import { CARD_PAGES } from "../pages/card-pages";

const check = z.enum(["pass", "fail"]);
const readiness = z.object({
  ready: z.boolean(),
  status: z.enum(["ready", "degraded", "not_ready"]),
  checks: z.record(z.string(), check),
});

/** Only these make a server not ready. Everything else passes by itself, or fails alike on every server. */
const REASONS = ["migrations", "keys", "draining"] as const;

function readinessOf(checks: Checks): z.output<typeof readiness> {
  const ready = REASONS.every((name) => checks[name] === "pass");
  const isWell = Object.values(checks).every((one) => one === "pass");
  return { ready, status: isWell ? "ready" : ready ? "degraded" : "not_ready", checks };
}

/** Every process has these, also one that serves nothing else. */
export const WORKER_OPERATIONS = [
  operation({
    id: "getMetrics",
    method: "GET",
    path: "/api/jobs/metrics",
    tag: "Jobs",
    summary: "Get the metrics",
    description:
      "What this process has done and what waits in the database, in Prometheus' text format. The database's part is a few seconds old at most. It is left out while the database does not respond.",
    access: "jobs-secret",
    internal: true,
    compressed: "each",
    input: nothing,
    responses: { 200: { description: "The metrics.", contentType: "text/plain" } },
    run: async (deps) => ({
      status: 200,
      headers: {
        "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
        "Cache-Control": "no-store",
      },
      body: await deps.metrics(),
    }),
  }),
  operation({
    id: "getLiveness",
    method: "GET",
    path: "/livez",
    tag: "Health",
    summary: "Whether the process responds",
    description: "For supervisors. It depends on nothing else.",
    access: "unlimited",
    internal: true,
    input: nothing,
    responses: { 200: { description: "It does.", schema: z.object({ live: z.literal(true) }) } },
    run: () => ok({ live: true }),
  }),
  operation({
    id: "getReadiness",
    method: "GET",
    path: "/readyz",
    tag: "Health",
    summary: "Whether the process can serve requests",
    description:
      "For load balancers. The response comes from memory. Only `migrations`, `keys` and `draining` make a server not ready. If another check fails, the server is `degraded`.",
    access: "unlimited",
    internal: true,
    input: nothing,
    responses: {
      200: { description: "It can, fully or in part.", schema: readiness },
      503: { description: "It cannot.", schema: readiness },
    },
    async run(deps) {
      const body = readinessOf(await deps.health.known());
      return ok(body, body.ready ? 200 : 503);
    },
  }),
];

const drained = z
  .object({
    recovered: z.int(),
    expired: z.int(),
    purged: z.int(),
    alerts: z.int(),
    delivered: z.int(),
    mailed: z.int(),
    remaining: z.int(),
  })
  .meta({ id: "Drained" });

const drainBy = (method: "GET" | "POST", id: string) =>
  operation({
    id,
    method,
    path: "/api/jobs/drain",
    tag: "Jobs",
    summary: "Do the background work that is due",
    description: "For cron-driven hosting. Runs may be skipped, doubled or cut off.",
    access: "jobs-secret",
    internal: true,
    works: true,
    input: nothing,
    responses: { 200: { description: "What was done.", schema: drained } },
    run(deps) {
      if (!deps.keysAreChecked()) throw new KeysNotChecked();
      return ok(tick(deps));
    },
  });

const MAX_REPORT_BYTES = 16_384;

const REPORT_OPERATIONS = [
  operation({
    id: "reportContent",
    method: "POST",
    path: "/api/content-reports/{page}",
    tag: "Jobs",
    summary: "Receive a browser's report that a card page's content policy has blocked something",
    description:
      "It is counted. Nothing that the report says is kept or logged, except which kind of content it was.",
    access: "open",
    internal: true,
    repeatable: true,
    input: nothing,
    responses: { 204: { description: "It is counted." } },
    async run({ meters, security }, { id, request, requestId }) {
      const page = CARD_PAGES.find((one) => one === id);
      if (!page) throw new CheckoutError("not_found", "There is no such page.");
      const blocked = blockedIn(await request.readBody(MAX_REPORT_BYTES));
      meters.contentBlocked(page, blocked);
      security.note("content_blocked", `${page} ${blocked}`, { address: request.address, requestId });
      return { status: 204, body: null };
    },
  }),
];

/** For the deployment's own cron, supervisor and load balancer. */
const OF_THE_HOST = [
  drainBy("POST", "drainJobs"),
  // Some platforms' cron can send only GET.
  drainBy("GET", "drainJobsByGet"),
  ...WORKER_OPERATIONS,
  ...REPORT_OPERATIONS,
];

/** All operations of a server: the API's and the host's. */
export const servedOperations = (environment: Environment): readonly Served<ApiDeps>[] => [
  ...operationsOf(environment),
  ...OF_THE_HOST,
];

import { z } from "zod";
import { blockedIn } from "../../packages/http/content-reports";
import { drained, environment } from "../contract/deployment";
import { KeysNotChecked } from "../crypto/vault";
import { CheckoutError } from "../domain/errors";
import { cardEntryOf } from "../gateway/accounts";
import { receiveEvent } from "../gateway/incoming";
import { CARD_PAGES } from "../http/content-reports";
import { nothing } from "../http/operation";
import { tick } from "../jobs/tick";
import { readiness, readinessOf } from "./health";
import { ok, operation, responding, revalidated } from "./operation";

export const ENVIRONMENT_OPERATIONS = [
  operation({
    id: "getEnvironment",
    method: "GET",
    client: "environment",
    path: "/v1/environment",
    tag: "Environment",
    summary: "Get the environment",
    description:
      "Returns the environment, and what the capture script needs to collect a card. Send your API key: your organisation may have its own account at a card processor. Without a key, you get the account that is used by default.",
    access: "optional-key",
    cors: true,
    input: nothing,
    responses: responding(200, "The environment.", environment),
    async run(deps, { caller }) {
      const { database, migrations, keys } = await deps.health.recent();
      const key = deps.settings.GATEWAY_PUBLISHABLE_KEY;
      const entry = await cardEntryOf(deps, caller?.provider.id ?? null, key);
      return ok({
        environment: deps.environment,
        gateway_mode: entry.mode,
        gateway_publishable_key: entry.publishableKey,
        capture_script_url: `${deps.baseUrl}${entry.script}`,
        card_fields: entry.cardFields,
        ready_for_api_calls: [database, migrations, keys].every((one) => one === "pass"),
      });
    },
  }),
  operation({
    id: "getOpenApi",
    method: "GET",
    client: "openapi",
    path: "/openapi.json",
    tag: "Environment",
    summary: "Get this document",
    description: "Returns the OpenAPI 3.1 document. It is generated from the schemas that validate requests.",
    access: "open",
    cors: true,
    compressed: "once",
    input: nothing,
    responses: {
      200: {
        description: "The document.",
        contentType: "application/json",
        headers: { "Cache-Control": "PublicCacheControl", ETag: "ETag" },
      },
      304: {
        description: "It is the one with the `ETag` in `If-None-Match`.",
        headers: { "Cache-Control": "PublicCacheControl", ETag: "ETag" },
      },
    },
    async run(deps, { request }) {
      const { text, etag } = deps.published();
      const headers = {
        "Content-Type": "application/json; charset=utf-8",
        "Cache-Control": "public, max-age=300",
        ETag: etag,
      };
      return revalidated(request, { status: 200, headers, body: text }, true);
    },
  }),
];

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

const PROCESSOR_OPERATIONS = [
  operation({
    id: "receiveProcessorEvent",
    method: "POST",
    path: "/api/gateways/{gatewayAccountId}/events",
    tag: "Jobs",
    summary: "Receive an event of a card processor",
    description: "The processor signs it. Whatever the event names is asked for anew.",
    access: "open",
    internal: true,
    repeatable: true,
    input: nothing,
    responses: responding(
      200,
      "It is recorded.",
      z.object({ received: z.literal(true), is_new: z.boolean() }),
    ),
    run: (deps, { id, request }) => ok(receiveEvent(deps, id, request)),
  }),
];

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
export const INTERNAL_OPERATIONS = [
  drainBy("POST", "drainJobs"),
  // Some platforms' cron can send only GET.
  drainBy("GET", "drainJobsByGet"),
  ...WORKER_OPERATIONS,
  ...PROCESSOR_OPERATIONS,
  ...REPORT_OPERATIONS,
];

import { createHash } from "node:crypto";
import { drained, environment } from "../contract/resource";
import { isReady } from "../db/health";
import { readMetrics } from "../db/metrics";
import type { Deps } from "../deps";
import { type Operation, operation } from "../http/operation";
import { metricsText } from "../jobs/metrics";
import { tick } from "../jobs/tick";
import { ON_ANY } from "./error-sets";
import { publishedDocument } from "./openapi/document";
import { revalidated } from "./revalidated";

/** The environment resource, the published document, and the deployment's own machinery. */
export function serviceOperations(deps: Deps, all: () => readonly Operation[]): Operation[] {
  let published: { body: string; etag: string } | undefined;
  return [
    operation({
      id: "getEnvironment",
      method: "GET",
      path: "/v1/environment",
      tag: "Environment",
      summary: "Get the environment",
      description:
        "What this deployment is, and the publishable key for the capture script. The API key is optional.",
      access: "optional-key",
      cors: true,
      responses: { 200: { description: "The environment.", schema: environment } },
      errors: [
        ...ON_ANY,
        "authentication_required",
        "invalid_api_key",
        "api_key_expired",
        "api_key_wrong_environment",
      ],
      run: async () => ({
        status: 200,
        body: {
          environment: deps.environment,
          gateway_mode: deps.gateway.mode,
          gateway_publishable_key: deps.settings.GATEWAY_PUBLISHABLE_KEY,
          ready_for_api_calls: deps.keysAreChecked() && (await isReady(deps.db)),
        },
      }),
    }),
    operation({
      id: "getOpenApi",
      method: "GET",
      path: "/openapi.json",
      tag: "Environment",
      summary: "Get this document",
      description: "The OpenAPI 3.1 document, made from the schemas that validate requests.",
      access: "open",
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
      errors: ON_ANY,
      run: async ({ request }) => {
        published ??= publish(all(), deps);
        return revalidated(request.headers["if-none-match"], {
          status: 200,
          headers: {
            "Content-Type": "application/json; charset=utf-8",
            "Cache-Control": "public, max-age=300",
            ETag: published.etag,
          },
          body: published.body,
        });
      },
    }),
    operation({
      id: "drainJobs",
      method: "POST",
      path: "/api/jobs/drain",
      tag: "Jobs",
      summary: "Do the background work that is due",
      description: "For cron-driven hosting. Runs may be skipped, doubled or cut off.",
      access: "jobs-secret",
      internal: true,
      responses: { 200: { description: "What was done.", schema: drained } },
      errors: [...ON_ANY, "authentication_required"],
      run: async () => ({ status: 200, body: await tick(deps, deps.now()) }),
    }),
    operation({
      id: "getMetrics",
      method: "GET",
      path: "/api/jobs/metrics",
      tag: "Jobs",
      summary: "How much background work there is",
      description: "Gauges in Prometheus' text format, counted at each call.",
      access: "jobs-secret",
      internal: true,
      responses: { 200: { description: "The gauges.", contentType: "text/plain" } },
      errors: [...ON_ANY, "authentication_required"],
      run: async () => ({
        status: 200,
        headers: {
          "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
          "Cache-Control": "no-store",
        },
        body: metricsText(await readMetrics(deps.db, deps.now())),
      }),
    }),
  ];
}

function publish(operations: readonly Operation[], deps: Pick<Deps, "baseUrl" | "environment">) {
  const body = JSON.stringify(publishedDocument(operations, deps), null, 2);
  return { body, etag: `"${createHash("sha256").update(body).digest("base64url")}"` };
}

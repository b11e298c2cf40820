import { z } from "zod";
import { environment } from "../contract/deployment";
import { cardEntryOf } from "../gateway/accounts";
import { receiveEvent } from "../gateway/incoming";
import { nothing } from "../http/operation";
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

export const PROCESSOR_OPERATIONS = [
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

import { examplesAt, type Place } from "../../lib/contract/examples";
import type { Operation } from "../../lib/http/operation";
import { createExamples } from "./examples";
import { HEADERS } from "./header-table";
import { completeMembers } from "./members";
import { describeOperation, PARAMETERS } from "./operation";
import { failureResponses } from "./problems";
import { createSchemas, type Json } from "./schemas";
import { DESCRIPTION, TAGS } from "./text";
import { webhooks } from "./webhooks";

/** The OpenAPI 3.1 document, made from the table and the schemas that the service runs on. Contract section 6. */
export function openApiDocument(operations: readonly Operation[], place: Place): Json {
  const published = operations.filter((one) => !one.internal);
  const schemas = createSchemas(examplesAt(place));
  const examples = createExamples(place, schemas);
  const failures = failureResponses(published, schemas, examples);
  const paths: Record<string, Json> = {};
  for (const operation of published) {
    const described = describeOperation(operation, schemas, examples, failures.of(operation));
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: described };
  }
  const used = new Set(published.map((one) => one.tag));
  const hooks = webhooks(schemas, examples);
  const document = {
    openapi: "3.1.0",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    info: {
      title: "Provider Checkout API",
      version: "1.0.0",
      summary: "Enrol a student: pay the course fee by card, or sign an interest-free payment plan.",
      description: DESCRIPTION,
      contact: { name: "The operator of this deployment", url: `${place.baseUrl}/docs#get-help` },
      license: { name: "All rights reserved", identifier: "LicenseRef-UNLICENSED" },
    },
    servers: [
      {
        url: place.baseUrl,
        description: place.environment === "production" ? "Production" : "The sandbox. No card is charged.",
        "x-internal": false,
      },
    ],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    security: [{ providerApiKey: [] }],
    paths,
    webhooks: hooks,
    components: {
      securitySchemes: {
        providerApiKey: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "pc_test_… or pc_live_…",
          description:
            "Your API key: `pc_test_…` in the sandbox, `pc_live_…` in production. It belongs to one provider code and has scopes. Each operation names the scope that it needs.",
        },
      },
      parameters: PARAMETERS,
      headers: HEADERS,
      responses: failures.shared,
      examples: examples.shared,
      schemas: schemas.components,
    },
  };
  completeMembers(document, schemas);
  return document;
}

import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { operationsOf } from "../../lib/api/operations";
import { EXAMPLE } from "../../lib/contract/examples";
import { ERROR_CODES } from "../../lib/domain/problems";
import { EVENT_TYPES } from "../../lib/domain/states";
import { documentOf } from "./committed";

// biome-ignore lint/suspicious/noExplicitAny: a document is read by path
type Node = Record<string, any>;

const SANDBOX = { baseUrl: "http://localhost:3000", environment: "sandbox" } as const;
const PRODUCTION = { baseUrl: "https://pay.example.com", environment: "production" } as const;

type Place = typeof SANDBOX | typeof PRODUCTION;

const readers = new Map<Place, ReturnType<typeof newReader>>();

/** The document with its schemas, each of which is compiled once: most answers share theirs. */
function reader(place: Place) {
  const found = readers.get(place) ?? newReader(place);
  readers.set(place, found);
  return found;
}

function newReader(place: Place) {
  const document: Node = documentOf(place);
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });
  addFormats(ajv);
  ajv.addFormat("int32", true);
  // Words of the document around its schemas.
  ajv.addVocabulary([
    "openapi",
    "jsonSchemaDialect",
    "info",
    "servers",
    "tags",
    "security",
    "paths",
    "webhooks",
  ]);
  ajv.addVocabulary(["components", "example", "x-extensible-enum"]);
  ajv.addSchema({ $id: "document", ...document });
  const deref = (node: Node): Node =>
    "$ref" in node
      ? node.$ref
          .slice(2)
          .split("/")
          .reduce((at: Node, part: string) => at[part.replaceAll("~1", "/")], document)
      : node;
  const checks = new Map<string, ReturnType<typeof ajv.compile>>();
  const faults = (schema: Node, value: unknown) => {
    const inside = JSON.stringify(schema).replaceAll('"#/', '"document#/');
    const check = checks.get(inside) ?? ajv.compile(JSON.parse(inside));
    checks.set(inside, check);
    return check(value) ? [] : [ajv.errorsText(check.errors)];
  };
  return { document, deref, faults };
}

/** Every media type of the document that has examples, with where it stands. */
function* contents(place: Place): Generator<[string, Node, ReturnType<typeof reader>]> {
  const read = reader(place);
  for (const group of ["paths", "webhooks"])
    for (const [path, methods] of Object.entries<Node>(read.document[group]))
      for (const [method, operation] of Object.entries<Node>(methods)) {
        const at = `${method.toUpperCase()} ${path}`;
        for (const media of Object.values<Node>(operation.requestBody?.content ?? {}))
          yield [`${at}, request`, media, read];
        for (const [status, response] of Object.entries<Node>(operation.responses))
          for (const [type, media] of Object.entries<Node>(read.deref(response).content ?? {}))
            if (type !== "application/pdf" && path !== "/openapi.json")
              yield [`${at}, ${status}`, media, read];
      }
}

describe.each([SANDBOX, PRODUCTION])("the OpenAPI document of $environment", (place) => {
  const all = [...contents(place)];

  it.each(all)("%s: has examples, and each fits its schema", (_, media, { deref, faults }) => {
    const examples = Object.values<Node>(media.examples).map((one) => deref(one).value);
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples)
      expect(faults(media.schema, example), JSON.stringify(example)).toEqual([]);
  });

  it("each parameter's and header's example fits its schema", () => {
    const { document, faults } = reader(place);
    const ofQueries = Object.values<Node>(document.paths)
      .flatMap((methods) => Object.values<Node>(methods))
      .flatMap(({ parameters = [] }) => parameters.filter(({ example }: Node) => example !== undefined));
    expect(ofQueries.length).toBeGreaterThan(5);
    const described = [
      ...ofQueries,
      ...Object.values<Node>(document.components.parameters),
      ...Object.values<Node>(document.webhooks["checkout.created"].post.parameters),
    ];
    for (const { schema, example } of described) expect(faults(schema, example)).toEqual([]);
    for (const { schema, example } of Object.values<Node>(document.components.headers))
      expect([example, faults(schema, example)]).toEqual([example, []]);
  });

  it("the examples of every schema fit it", () => {
    const { document, faults } = reader(place);
    const walk = (node: unknown): void => {
      if (typeof node !== "object" || node === null) return;
      const { examples } = node as Node;
      if (Array.isArray(examples)) for (const one of examples) expect(faults(node as Node, one)).toEqual([]);
      for (const member of Object.values(node)) walk(member);
    };
    walk(document.components.schemas);
  });

  it("the operations' own readers accept every example of a request", () => {
    const { document, deref } = reader(place);
    const operations = operationsOf(place.environment).filter((one) => !one.internal && one.input.body);
    expect(operations.length).toBeGreaterThan(5);
    for (const { path, method, input } of operations) {
      const media = document.paths[path][method.toLowerCase()].requestBody.content["application/json"];
      for (const example of Object.values<Node>(media.examples)) {
        const { value } = deref(example);
        const { warnings } = input.read(value, new URLSearchParams(), { allowLoopback: false });
        expect(warnings).toEqual([]);
      }
    }
  });

  it("every error that an operation names stands under its status with an example of its own code", () => {
    const { document, deref } = reader(place);
    for (const { path, method, errors } of operationsOf(place.environment).filter((one) => !one.internal)) {
      const { responses } = document.paths[path][method.toLowerCase()];
      const shown = Object.entries<Node>(responses).flatMap(([status, response]) =>
        Object.entries<Node>(deref(response).content?.["application/problem+json"]?.examples ?? {}).map(
          ([code, example]) => {
            const { value } = deref(example);
            expect([value.code, String(value.status)]).toEqual([code, status]);
            expect(value.type).toBe(`${place.baseUrl}/docs/problems/${code}`);
            return code;
          },
        ),
      );
      expect(shown.sort()).toEqual([...new Set(errors)].sort());
    }
  });

  it("every error code is met by some operation", () => {
    const named = operationsOf(place.environment).flatMap((one) => one.errors);
    const inSandboxOnly = ["bank_account_refused", "dda_not_applicable", "expire_not_applicable"];
    const ofSandbox = place.environment === "production" ? inSandboxOnly : [];
    // The document leaves out what only processors call.
    const ofProcessors = ["invalid_signature"];
    expect([...new Set([...named, ...ofSandbox, ...ofProcessors])].sort()).toEqual([...ERROR_CODES].sort());
  });

  it("every type of event is a webhook, with the checkout but no token, address of action or bank detail", () => {
    const { document, deref } = reader(place);
    expect(Object.keys(document.webhooks)).toEqual([...EVENT_TYPES]);
    for (const hook of Object.values<Node>(document.webhooks)) {
      const [example] = Object.values<Node>(hook.post.requestBody.content["application/json"].examples);
      const text = JSON.stringify(deref(example!).value);
      expect(text).toContain(EXAMPLE.checkoutId);
      expect(text).not.toMatch(/cht_|dds_|setup_url":"|bsb/);
    }
  });

  it("every reference leads somewhere, and nothing in the components is left over", () => {
    const { document, deref } = reader(place);
    const referred = new Set<string>();
    for (const [, ref] of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)) {
      expect([ref, deref({ $ref: ref }) !== undefined]).toEqual([ref, true]);
      referred.add(ref!);
    }
    const { securitySchemes: _, ...components } = document.components;
    for (const [kind, members] of Object.entries<Node>(components))
      for (const name of Object.keys(members)) expect(referred).toContain(`#/components/${kind}/${name}`);
  });
});

it("the sandbox's operations are in the sandbox's document only", () => {
  const sandboxed = (place: Place) => {
    const { paths, tags } = documentOf(place) as { paths: Node; tags: { name: string }[] };
    return [
      Object.keys(paths).filter((path) => path.includes("sandbox")).length,
      tags.filter(({ name }) => name === "Sandbox").length,
    ];
  };
  expect(sandboxed(SANDBOX)).toEqual([expect.toSatisfy((paths) => paths > 0), 1]);
  expect(sandboxed(PRODUCTION)).toEqual([0, 0]);
});

it("the deployment's own machinery is not published", () => {
  expect(Object.keys((documentOf(SANDBOX) as Node).paths)).not.toContain("/api/jobs/drain");
});

it("no schema is stricter than what is accepted: objects of requests are open, but for pairs", () => {
  const closed: Node[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if ("additionalProperties" in node) closed.push(node);
    for (const member of Object.values(node)) walk(member);
  };
  walk((documentOf(SANDBOX) as Node).components.schemas);
  expect(closed.length).toBeGreaterThan(0);
  for (const one of closed)
    expect(one).toMatchObject({
      maxProperties: 20,
      propertyNames: { maxLength: 40 },
      additionalProperties: { maxLength: 500 },
    });
});

it("a parameter of pairs says how it is written", () => {
  const { parameters } = (documentOf(SANDBOX) as Node).paths["/v1/provider-checkouts"].get;
  expect(parameters.find(({ name }: Node) => name === "metadata")).toMatchObject({
    in: "query",
    style: "deepObject",
    explode: true,
    schema: { type: "object", additionalProperties: { type: "string" } },
  });
});

it("a vocabulary that may grow lists its known values, and takes another one", () => {
  const { document, faults } = newReader(SANDBOX);
  const { Problem, Refund, WebhookDelivery, Checkout } = document.components.schemas;
  const open = [Problem.properties.code, Refund.properties.status, WebhookDelivery.properties.event_type];
  for (const schema of open) expect(faults(schema, "Not known yet")).toEqual([]);
  expect(Problem.properties.code["x-extensible-enum"]).toEqual([...ERROR_CODES]);
  expect(faults(Checkout.properties.checkout_status, "Not known yet")).not.toEqual([]);
});

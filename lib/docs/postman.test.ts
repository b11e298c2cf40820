import { readFileSync } from "node:fs";
import { Script } from "node:vm";
import Ajv2020 from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { type Folder, type Item, postmanCollection } from "./postman";
import { referenceOf } from "./reference";

const read = (file: string) => JSON.parse(readFileSync(`${import.meta.dirname}/../../${file}`, "utf8"));
const DOCUMENTS = { sandbox: read("openapi.json"), production: read("openapi.production.json") };
const collectionOf = (environment: keyof typeof DOCUMENTS) => postmanCollection(DOCUMENTS[environment]);
const { item: folders, ...sandbox } = collectionOf("sandbox");

const requestIn = (all: Folder[], folder: string, name: string): Item =>
  all.find((one) => one.name === folder)!.item.find((one) => one.name === name)!;

const text = { type: "string" };
const exact = (properties: object, optional: string[] = []) => ({
  type: "object",
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});
const pairs = {
  type: "array",
  items: exact({ key: text, value: text, description: text, disabled: { const: true } }, [
    "disabled",
    "description",
  ]),
};
const filled = { type: "array", items: { type: "string", minLength: 1 }, minItems: 1 };
/** What Postman's schema of v2.1.0 says of the members that are used here, and that there are no others. */
const FORMAT = exact({
  info: exact({
    _postman_id: {
      type: "string",
      pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$",
    },
    name: text,
    description: text,
    schema: { const: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
  }),
  auth: exact({
    type: { const: "bearer" },
    bearer: { const: [{ key: "token", value: "{{api_key}}", type: "string" }] },
  }),
  variable: pairs,
  item: {
    type: "array",
    items: exact({ name: text, description: text, item: { type: "array", items: { $ref: "#/$defs/item" } } }),
  },
});
const ITEM = exact({
  name: text,
  request: exact(
    {
      method: { enum: ["GET", "POST", "DELETE"] },
      description: text,
      auth: { const: { type: "noauth" } },
      header: pairs,
      url: exact({ raw: text, host: filled, path: filled, query: pairs, variable: pairs }),
      body: exact({
        mode: { const: "raw" },
        raw: text,
        options: { const: { raw: { language: "json" } } },
      }),
    },
    ["auth", "body"],
  ),
  event: {
    type: "array",
    items: exact({
      listen: { enum: ["prerequest", "test"] },
      script: exact({ type: { const: "text/javascript" }, exec: filled }),
    }),
  },
});

describe.each(["sandbox", "production"] as const)("the collection of %s", (environment) => {
  const collection = collectionOf(environment);
  const all = collection.item.flatMap(({ item }) => item);

  it("has the form that Postman reads", () => {
    const check = new Ajv2020({ strict: false, allErrors: true }).compile({
      ...FORMAT,
      $defs: { item: ITEM },
    });
    expect(check(collection), JSON.stringify(check.errors?.slice(0, 5))).toBe(true);
  });

  it("begins with both flows, and has each operation once in its group", () => {
    const { groups } = referenceOf(DOCUMENTS[environment]);
    const [payNow, plan, ...others] = collection.item;
    expect([payNow!.name, plan!.name]).toEqual(["Pay Now", "Payment plan"]);
    expect(
      others.map(({ name, item }) => [name, item.map(({ name, request }) => [name, request.method])]),
    ).toEqual(
      groups.map(({ name, operations }) => [
        name,
        operations.map(({ summary, method }) => [summary, method]),
      ]),
    );
    const addresses = others.flatMap(({ item }) => item.map(({ request }) => request.url.raw));
    const paths = groups.flatMap(({ operations }) => operations.map(({ path }) => path));
    expect(addresses).toEqual(paths.map((path) => `{{base_url}}${path.replaceAll(/\{(\w+)\}/g, ":$1")}`));
  });

  it("fills in no variable that it does not have, and its scripts can be read", () => {
    const known = new Set(collection.variable.map(({ key }) => key));
    for (const [, name] of JSON.stringify(all).matchAll(/\{\{(.+?)\}\}/g)) expect(known).toContain(name);
    for (const { event } of all) for (const { script } of event) new Script(script.exec.join("\n"));
  });

  it("is the same bytes for the same document", () => {
    expect(JSON.stringify(collectionOf(environment))).toBe(JSON.stringify(collection));
  });
});

it("production has no request and no token of the sandbox, and another id", () => {
  const production = postmanCollection({
    ...DOCUMENTS.production,
    servers: [{ url: "https://pay.example" }],
  });
  expect(JSON.stringify(production)).not.toMatch(/\/sandbox\/|tok_test/);
  const namesIn = (all: Folder[]) => all[1]!.item.map(({ name }) => name);
  const authorise = "Authorise the direct debit as a student would";
  expect(namesIn(folders)).toContain(authorise);
  expect(namesIn(production.item)).toEqual(namesIn(folders).filter((name) => name !== authorise));
  expect(production.item[1]!.description).toContain("the student opens `direct_debit.setup_url`");
  expect(production.info._postman_id).not.toBe(sandbox.info._postman_id);
});

it("only the address is filled in; key and provider are the reader's", () => {
  const values = Object.fromEntries(sandbox.variable.map(({ key, value }) => [key, value]));
  const { base_url, ...others } = values;
  expect(base_url).toBe(referenceOf(DOCUMENTS.sandbox).server);
  expect(others).toMatchObject({ api_key: "", provider_code: "", order_id: "", checkout_id: "" });
  expect(new Set(Object.values(others))).toEqual(new Set([""]));
});

it("a create has the variables in its body and its key, and what may be left out is switched off", () => {
  const { request } = requestIn(folders, "Pay Now", "Create a checkout");
  const body = JSON.parse(request.body!.raw);
  expect(body).toMatchObject({
    provider: { provider_code: "{{provider_code}}", provider_order_id: "{{order_id}}" },
    plan: { first_payment_date: "{{first_payment_date}}" },
    card_payment: { token: "{{card_token}}" },
  });
  expect(request.header.find(({ key }) => key === "Idempotency-Key")).toMatchObject({
    value: "{{order_id}}",
  });
  const { query } = requestIn(folders, "Checkouts", "List checkouts").request.url;
  expect(query.every(({ disabled, description }) => disabled && description)).toBe(true);
  expect(query.map(({ key, value }) => `${key}=${value}`)).toContain("metadata[intake]=2027-T1");
});

it("what is open to all is asked without a key, everything else with the collection's", () => {
  const open = folders.flatMap(({ item }) => item).filter(({ request }) => request.auth);
  expect(open.map(({ request }) => request.url.path.join("/"))).toEqual(["v1/environment", "openapi.json"]);
});

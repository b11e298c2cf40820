import { PYTHON_METHODS, pythonMethodOf } from "../../../lib/docs/python-methods";
import {
  classNameOf,
  type Document,
  docstring,
  HEADER,
  literal,
  nameOf,
  type Operation,
  type Parameter,
  type Schema,
  snakeCase,
} from "./document";

const ROOT = "service";

/** A method for each operation of the document, in a class for each kind of resource. */
export function pythonOperations(document: Document): string {
  const found = new Map<string, string[]>();
  const missing = new Set(Object.keys(PYTHON_METHODS));
  for (const [path, operations] of Object.entries(document.paths))
    for (const [verb, operation] of Object.entries(operations)) {
      if (operation.deprecated) continue;
      const name = pythonMethodOf(operation.operationId);
      missing.delete(operation.operationId);
      const [resource, method] = name.includes(".") ? name.split(".") : [ROOT, name];
      const methods = found.get(resource!) ?? [];
      methods.push(methodOf(method!, verb, path, operation, document));
      found.set(resource!, methods);
    }
  if (missing.size > 0) throw new Error(`No operation is called ${[...missing]}`);
  const classes = [...found].map(
    ([resource, methods]) => `class ${classNameOf(resource)}(Resource):\n${methods.join("\n\n")}`,
  );
  return `${[BEGINNING, ...classes].join("\n\n\n")}\n`;
}

const BEGINNING = `${HEADER}
"""A method for each operation of the API."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from . import types
from .resource import Resource, path_of`;

function methodOf(
  name: string,
  verb: string,
  path: string,
  operation: Operation,
  document: Document,
): string {
  const parameters = (operation.parameters ?? []).map((one) =>
    one.$ref ? document.components.parameters[nameOf(one.$ref)]! : one,
  );
  const inPath = parameters.filter((one) => one.in === "path");
  const query = parameters.filter((one) => one.in === "query" && one.name !== "cursor");
  const isPaged = parameters.some((one) => one.name === "cursor");
  const hasKey = parameters.some((one) => one.name === "Idempotency-Key");
  const body = operation.requestBody?.content["application/json"]?.schema?.$ref;
  const hasBody = body !== undefined && nameOf(body) !== "EmptyRequest";

  const keywords = [
    ...query.map((one) => `${one.name}: ${queryType(one)} | None = None`),
    ...(hasKey ? ["idempotency_key: str | None = None"] : []),
  ];
  const taken = [
    "self",
    ...inPath.map((one) => `${snakeCase(one.name!)}: str`),
    ...(hasBody
      ? [`body: types.${nameOf(body)}${operation.requestBody!.required ? "" : " | None = None"}`]
      : []),
    ...(keywords.length > 0 ? ["*", ...keywords] : []),
  ];
  const address =
    inPath.length === 0
      ? `"${path}"`
      : `path_of("${path.replace(/\{(\w+)\}/g, (_, name) => `{${snakeCase(name)}}`)}", ${inPath.map((one) => `${snakeCase(one.name!)}=${snakeCase(one.name!)}`).join(", ")})`;
  const asked = query.map((one) => `"${one.name}": ${one.name}`).join(", ");
  const given = [
    isPaged ? address : `"${verb.toUpperCase()}", ${address}`,
    ...(query.length > 0 ? [`query={${asked}}`] : []),
    ...(hasBody ? ["body=body"] : []),
    ...(hasKey ? ['headers={"Idempotency-Key": idempotency_key}'] : []),
  ];
  const answer = answerOf(operation, document, isPaged);
  const told = docstring(operation.description.split("\n\n")[0]!, "        ");
  const call = `self.${isPaged ? "_pages" : "_ask"}(${given.join(", ")})`;
  return `    def ${name}(${taken.join(", ")}) -> ${answer}:\n${told}\n        ${answer === "None" ? call : `return ${call}`}`;
}

function queryType({ name, schema = {} }: Parameter): string {
  if (schema.enum) return literal(schema.enum);
  if (schema.format === "date-time") return "types.GivenTime";
  const types: Record<string, string> = { string: "str", integer: "int", object: "Mapping[str, str]" };
  const type = types[String(schema.type)];
  if (!type) throw new Error(`No type of Python's is known for ${name}, a query parameter: ${schema.type}`);
  return type;
}

function answerOf({ responses }: Operation, { components }: Document, isPaged: boolean): string {
  const [, response] = Object.entries(responses).find(([status]) => status.startsWith("2"))!;
  if (!response.content) return "None";
  if ("application/pdf" in response.content) return "bytes";
  const { $ref }: Schema = response.content["application/json"]!.schema!;
  if (!$ref) return "dict[str, Any]";
  if (!isPaged) return `types.${nameOf($ref)}`;
  return `Iterator[types.${nameOf(components.schemas[nameOf($ref)]!.properties!.data!.items!.$ref!)}]`;
}

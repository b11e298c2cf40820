import { classNameOf, type Document, docstring, HEADER, literal, nameOf, type Schema } from "./document";

/** Every schema of the document as a TypedDict, and those that stand inside others by the names of their members. */
export function pythonTypes({ paths, components }: Document): string {
  const { schemas } = components;
  const requests = requestsOf({ paths, components });
  const classes: string[] = [];
  const aliases: string[] = [];
  const taken = new Set(Object.keys(schemas));
  const amounts = new Set<string>();
  const others = new Set<string>();

  /** The annotation of a schema; what is an object becomes a class of that name. */
  function typeOf(schema: Schema, name: string, isRequest: boolean): string {
    if (schema.$ref) return nameOf(schema.$ref);
    if (schema.enum) return literal(schema.enum);
    if (schema.const !== undefined) return literal([schema.const]);
    const union = schema.anyOf ?? schema.oneOf;
    if (union) return [...new Set(union.map((one) => typeOf(one, name, isRequest)))].join(" | ");
    if (Array.isArray(schema.type))
      return schema.type.map((type) => typeOf({ ...schema, type }, name, isRequest)).join(" | ");
    switch (schema.type) {
      case "string":
        return (isRequest && GIVEN_DATES[schema.format ?? ""]) || "str";
      case "integer":
        return "int";
      case "number":
        return isRequest ? "GivenAmount" : "Decimal";
      case "boolean":
        return "bool";
      case "null":
        return "None";
      case "array":
        return `list[${typeOf(schema.items!, name, isRequest)}]`;
      case "object": {
        if (!schema.properties)
          return `dict[str, ${typeOf(schema.additionalProperties as Schema, name, isRequest)}]`;
        if (taken.has(name)) throw new Error(`Two schemas would be called ${name}`);
        taken.add(name);
        writeClass(name, schema, isRequest);
        return name;
      }
      default:
        throw new Error(`${name} has a schema that no Python type is known for: ${JSON.stringify(schema)}`);
    }
  }

  function writeClass(
    name: string,
    { description, properties = {}, required = [] }: Schema,
    isRequest: boolean,
  ) {
    const members = Object.entries(properties).map(([member, schema]) => {
      (isAmount(schema) ? amounts : others).add(member);
      const type = typeOf(schema, name + classNameOf(member), isRequest);
      const told = schema.description ? `\n${docstring(schema.description, "    ")}` : "";
      return `    ${member}: ${required.includes(member) ? type : `NotRequired[${type}]`}${told}`;
    });
    const told = description ? `${docstring(description, "    ")}\n\n` : "";
    classes.push(`class ${name}(TypedDict):\n${told}${members.join("\n") || "    pass"}`);
  }

  /** What stands in a union is called by its status, and may be a schema of its own besides. */
  function variant(union: string, schema: Schema): string {
    const name = union + classNameOf(String(schema.properties?.status?.const));
    const same = schemas[name];
    const isSame = JSON.stringify(same?.properties) === JSON.stringify(schema.properties);
    return same && isSame ? name : typeOf(schema, name, false);
  }

  const alias = (name: string, types: string[]) =>
    aliases.push(`${name} = Union[\n${types.map((type) => `    "${type}",\n`).join("")}]`);

  const codes = new Map<string, string>();
  for (const [name, schema] of Object.entries(schemas)) {
    const whole = merged(schema, schemas);
    if (whole.oneOf) {
      alias(
        name,
        whole.oneOf.map((one) => (one.$ref ? nameOf(one.$ref) : variant(name, one))),
      );
      continue;
    }
    writeClass(name, whole, requests.has(name));
    const code = whole.properties?.code?.const;
    if (name.endsWith("Problem") && typeof code === "string") codes.set(code, name);
  }
  const allCodes = schemas.Problem!.properties!.code!.enum!;
  const plain = allCodes.filter((code) => !codes.has(code));
  writeClass("PlainProblem", withCode(schemas.Problem!, plain), false);
  alias("AnyProblem", [...codes.values(), "PlainProblem"]);
  aliases.push(`ProblemCode = ${literal(allCodes)}`);

  const unclear = [...amounts].filter((member) => others.has(member));
  if (unclear.length > 0) throw new Error(`Amounts in some schemas only: ${unclear}`);
  const names = [...amounts].sort().map((name) => `    "${name}",\n`);
  return `${[BEGINNING, ...classes, ...aliases, `AMOUNTS = frozenset([\n${names.join("")}])\n${docstring("The members that are amounts, in dollars.", "")}`].join("\n\n\n")}\n`;
}

const BEGINNING = `${HEADER}
"""The schemas of the API's document, by their names there: what bodies and answers hold."""

from __future__ import annotations

import sys
from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Literal, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif TYPE_CHECKING:
    from typing_extensions import NotRequired

GivenAmount = Union[Decimal, int, float]
"""An amount of a request, in dollars with at most two decimals."""

GivenDate = Union[date, str]
"""A date of a request; as text \`YYYY-MM-DD\`."""

GivenTime = Union[datetime, str]
"""A moment of a request, with its time zone."""`;

const GIVEN_DATES: Record<string, string> = { date: "GivenDate", "date-time": "GivenTime" };

const isAmount = (schema: Schema): boolean =>
  schema.type === "number" || (schema.anyOf ?? []).some(({ type }) => type === "number");

/** A schema that extends others, with their members. Where it has members of its own, \`allOf\` only narrows them. */
function merged(schema: Schema, schemas: Record<string, Schema>): Schema {
  if (!schema.allOf || schema.properties) return schema;
  const parts = schema.allOf.map((part) => (part.$ref ? merged(schemas[nameOf(part.$ref)]!, schemas) : part));
  return {
    description: schema.description,
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required }) => required ?? []),
  };
}

const withCode = (problem: Schema, codes: string[]): Schema => ({
  description: "A problem document whose code has no members of its own.",
  properties: { ...problem.properties, code: { ...problem.properties!.code, enum: codes } },
  required: problem.required,
});

/** The schemas that a request may hold, in any depth. */
function requestsOf({ paths, components }: Document): Set<string> {
  const found = new Set<string>();
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const { $ref } = value as Schema;
    if ($ref && !found.has(nameOf($ref))) {
      found.add(nameOf($ref));
      walk(components.schemas[nameOf($ref)]);
    }
    for (const inner of Object.values(value)) walk(inner);
  };
  for (const operations of Object.values(paths))
    for (const { requestBody } of Object.values(operations)) walk(requestBody);
  return found;
}

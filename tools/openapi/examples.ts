import { sampleEvents } from "../../lib/checkout/sample";
import { EXAMPLE, type Place } from "../../lib/contract/examples";
import { PROBLEM_MEMBERS, toProblem } from "../../lib/contract/problems";
import { CheckoutError, type ErrorCode } from "../../lib/domain/errors";
import { PROBLEMS } from "../../lib/domain/problems";
import type { EventType } from "../../lib/domain/states";
import type { Examples as Given, Operation } from "../../lib/http/operation";
import { type Json, objectIn, type Schemas } from "./schemas";

export interface Examples {
  /** Those that a row gives, or else the one that follows from the schema. */
  of(given: Given | undefined, schema: Json): Json;
  ofProblem(operation: Operation, code: ErrorCode): Json;
  ofEvent(type: EventType): Json;
  shared: Json;
}

export function createExamples(place: Place, schemas: Schemas): Examples {
  const events = sampleEvents(place);
  const shared: Json = {};

  function problemOf(error: CheckoutError, { path }: Operation) {
    const instance = path.replace(/\{(\w+)\}/, (_, name) => IDS[name] ?? "");
    return toProblem(error, { baseUrl: place.baseUrl, instance, requestId: EXAMPLE.requestId });
  }

  return {
    shared,
    of(given, schema) {
      const examples = given?.(place) ?? { Example: schemas.exampleOf(schema) };
      return Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]));
    },
    ofEvent: (type) => ({ value: events[type] }),
    ofProblem(operation, code) {
      if (code === "validation_failed") return { value: problemOf(faultOf(operation), operation) };
      const members = PROBLEM_MEMBERS[code];
      const extra = members && objectIn(schemas.exampleOf(schemas.of(members, "output")));
      const { title, cause } = PROBLEMS[code];
      shared[code] ??= {
        summary: title,
        value: problemOf(new CheckoutError(code, cause, { extra }), operation),
      };
      return { $ref: `#/components/examples/${code}` };
    },
  };
}

const IDS: Record<string, string> = EXAMPLE;

/** What the operation's own reader says of an empty body, or of one that is none, or of a parameter without a value. */
function faultOf({ id, input }: Operation): CheckoutError {
  const [parameter = ""] = Object.keys(input.query?.shape ?? {});
  const query = new URLSearchParams({ [parameter]: " " });
  for (const json of [{}, []])
    try {
      input.read(json, query, { allowLoopback: false });
    } catch (error) {
      if (error instanceof CheckoutError) return error;
      throw error;
    }
  throw new Error(`Nothing is wrong for ${id}`);
}

import { z } from "zod";
import { PROBLEM_MEMBERS, problemDocument } from "../../lib/contract/problems";
import type { ErrorCode } from "../../lib/domain/errors";
import { PROBLEMS } from "../../lib/domain/problems";
import type { Operation } from "../../lib/http/operation";
import { present } from "../../packages/text/narrow";
import { pascalCase } from "../../packages/text/text";
import type { Examples } from "./examples";
import { headersOf } from "./headers";
import { type Json, openTo, type Schemas } from "./schemas";

interface Failures {
  of(operation: Operation): Json;
  shared: Json;
}

const CODE = problemDocument.shape.code.meta()?.description;

const SHARED_NAMES: Record<number, string> = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  405: "MethodNotAllowed",
  408: "RequestTimeout",
  409: "Conflict",
  410: "Gone",
  413: "ContentTooLarge",
  415: "UnsupportedMediaType",
  422: "UnprocessableContent",
  429: "TooManyRequests",
  431: "HeadersTooLarge",
  500: "InternalServerError",
  503: "ServiceUnavailable",
};

/** @param operations of the document: a response that two of them have moves to `components.responses` */
export function failureResponses(
  operations: readonly Operation[],
  schemas: Schemas,
  examples: Examples,
): Failures {
  const times = new Map<string, number>();
  const all = new Map(operations.map((one) => [one, responsesOf(one, schemas, examples)]));
  for (const responses of all.values())
    for (const [status, response] of responses) {
      const written = `${status} ${JSON.stringify(response)}`;
      times.set(written, (times.get(written) ?? 0) + 1);
    }
  const shared: Json = {};
  const names = new Map<string, string>();
  function nameOf(status: number, response: Json): string {
    const written = JSON.stringify(response);
    const known = names.get(written);
    if (known) return known;
    const base = present(SHARED_NAMES[status], `name for responses of ${status}`);
    let name = base;
    for (let next = 2; name in shared; next += 1) name = `${base}${next}`;
    names.set(written, name);
    shared[name] = response;
    return name;
  }
  return {
    shared,
    of: (operation) =>
      Object.fromEntries(
        present(all.get(operation), "operation of this document").map(([status, response]) => {
          const isShared = (times.get(`${status} ${JSON.stringify(response)}`) ?? 0) > 1;
          if (!isShared) return [status, response];
          return [status, { $ref: `#/components/responses/${nameOf(status, response)}` }];
        }),
      ),
  };
}

/** One response for each status, with every code that has it. */
function responsesOf(operation: Operation, schemas: Schemas, examples: Examples): [number, Json][] {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(operation.errors)) {
    const { status } = PROBLEMS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return [...byStatus].map(([status, codes]) => [
    status,
    {
      description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join("\n\n"),
      headers: headersOf(operation, status),
      content: {
        "application/problem+json": {
          schema: schemaOf(codes, schemas),
          examples: Object.fromEntries(codes.map((code) => [code, examples.ofProblem(operation, code)])),
        },
      },
    },
  ]);
}

/** The envelope with one of these codes, and the members that a code adds. */
function schemaOf(codes: readonly ErrorCode[], schemas: Schemas): Json {
  const plain = codes.filter((code) => !PROBLEM_MEMBERS[code]);
  const known = codes.filter((code) => PROBLEM_MEMBERS[code]).map((code) => ownSchema(code, schemas));
  const variants = [
    ...(plain.length > 0
      ? [
          {
            type: "object",
            allOf: [
              schemas.of(problemDocument, "output"),
              {
                type: "object",
                properties: { code: { type: "string", ...openTo(plain), description: CODE } },
              },
            ],
          },
        ]
      : []),
    ...known,
  ];
  const [only, ...others] = variants;
  return only && others.length === 0 ? only : { anyOf: variants };
}

function ownSchema(code: ErrorCode, schemas: Schemas): Json {
  const members = present(PROBLEM_MEMBERS[code], `schema of ${code}`).extend({
    code: z.literal(code).meta({ description: CODE }),
  });
  return schemas.define(`${pascalCase(code)}Problem`, {
    type: "object",
    allOf: [schemas.of(problemDocument, "output"), schemas.of(members, "output")],
  });
}

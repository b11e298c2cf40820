import { z } from "zod";
import { withoutCardNumber } from "../../packages/cards/card-number";
import { present, propertyOf } from "../../packages/text/narrow";
import { shorten } from "../../packages/text/text";
import { type FieldError, validationFailed } from "../domain/errors";
import { MAX_WARNINGS } from "../domain/limits";

/** What a sandbox's response says about an unknown field of the body. Contract section 1. */
export interface Warning {
  pointer: string;
  message: string;
}

/** A valid body. `warnings` are its unknown fields, which were ignored. */
export interface Validated<T> {
  value: T;
  warnings: Warning[];
}

/** JSON pointer (RFC 6901) of a path: `["plan", "a/b"]` is `/plan/a~1b`. */
export function pointerOf(path: readonly (string | number)[]): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The first error of each field, in our own codes. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[], input: unknown): FieldError[] {
  const errors = new Map<string, FieldError>();
  for (const issue of issues) {
    const path = issue.path.map(String);
    const pointer = pointerOf(path);
    if (!errors.has(pointer)) errors.set(pointer, fieldError(path, issue, input));
  }
  return [...errors.values()];
}

/** Where the caller finds a missing field. */
const REMEDIES: Record<string, string> = {
  checkout_token:
    ". Send the token that create returned, or issue a new one with the checkout-token operation",
};

function fieldError(path: string[], issue: z.core.$ZodIssue, input: unknown): FieldError {
  const name = nameOf(path);
  if (issue.code === "custom") {
    const { code, expected } = present(issue.params, "code of a rule");
    return { path, code, message: `${name} ${issue.message}.`, ...(expected !== undefined && { expected }) };
  }
  const found = path.reduce<unknown>(propertyOf, input);
  if (issue.code === "too_big" || issue.code === "too_small") {
    const [code, says, expected] =
      issue.code === "too_big"
        ? (["too_large", "is too large", `<= ${issue.maximum}`] as const)
        : (["too_small", "is too small", `>= ${issue.minimum}`] as const);
    return { path, code, message: `${name} ${says}.`, expected };
  }
  const expected =
    issue.code === "invalid_type" ? typeName(issue.expected) : "a value of the documented type";
  if (found === undefined || found === null)
    return { path, code: "required", message: `${name} is required${REMEDIES[name] ?? ""}.`, expected };
  return { path, code: "wrong_type", message: `${name} must be ${expected}.`, expected };
}

/** The field's name; `event_types[0]` for an element of a list, `metadata[intake]` for a pair. */
function nameOf(path: readonly string[]): string {
  const [last = "The body", list] = [path.at(-1), path.at(-2)];
  return list !== undefined && (list === "metadata" || /^\d+$/.test(last)) ? `${list}[${last}]` : last;
}

function typeName(type: string): string {
  if (type === "int") return "a whole number";
  if (type === "record") return "an object";
  return type === "object" || type === "array" ? `an ${type}` : `a ${type}`;
}

/**
 * The first 50 fields of `input` that the schema does not know. A name that could be a card number is not repeated, because
 * responses are stored.
 */
export function unknownMembers(schema: z.ZodType, input: unknown): Warning[] {
  const names = unknownNames(schema, input, []).slice(0, MAX_WARNINGS);
  return names.map((path) => {
    const shown = path.map((name) => shorten(withoutCardNumber(name), 100));
    return {
      pointer: pointerOf(shown),
      message: `${shown.at(-1)} is not part of this request and was ignored.`,
    };
  });
}

function unknownNames(schema: z.core.$ZodType, input: unknown, path: readonly string[]): string[][] {
  const shape = shapeOf(schema);
  if (!shape || typeof input !== "object" || input === null) return [];
  return Object.entries(input).flatMap(([key, value]) => {
    const member = Object.hasOwn(shape, key) ? shape[key] : undefined;
    const at = [...path, key];
    return member ? unknownNames(member, value, at) : [at];
  });
}

function shapeOf(schema: z.core.$ZodType): z.core.$ZodShape | null {
  if (schema instanceof z.ZodObject) return schema.shape;
  // A transform may come before the object or after it.
  for (const name of ["innerType", "in", "out"]) {
    const inner = propertyOf(schema._zod.def, name);
    const shape = inner instanceof z.core.$ZodType ? shapeOf(inner) : null;
    if (shape) return shape;
  }
  return null;
}

/**
 * Reads a body with a schema.
 * @throws CheckoutError `validation_failed` with every field error at once.
 */
export function read<S extends z.ZodType>(schema: S, input: unknown): Validated<z.output<S>> {
  const result = schema.safeParse(input);
  if (!result.success) throw validationFailed(fieldErrors(result.error.issues, input));
  return { value: result.data, warnings: unknownMembers(schema, input) };
}

import { z } from "zod";
import type { IdPrefix } from "../domain/ids";
import { ABOUT } from "./descriptions";
import { WRITTEN_FOR } from "./examples";
import { EXAMPLE_TOKEN, idPattern, TOKEN_PATTERN } from "./patterns";

/** Fields of responses, with the bounds that the published document states. */

/** @param about `examples` and `description` for the published document */
export const matching = (pattern: RegExp, maxLength: number, about: Record<string, unknown> = {}) =>
  z
    .string()
    .regex(pattern)
    .meta({ maxLength, ...about });
export const id = (prefix: IdPrefix, description: string) =>
  matching(new RegExp(idPattern(prefix)), 30, {
    description,
    examples: [`${prefix}_01m7xzsvdaexwt5dmxs7qvyfwd`],
  });
export const token = () =>
  matching(new RegExp(TOKEN_PATTERN), 47, {
    description: ABOUT.checkout_token,
    examples: [EXAMPLE_TOKEN],
  });
/** @param description is followed by the zone */
export const instant = (description: string) =>
  z.iso.datetime().meta({
    maxLength: 30,
    description: `${description} UTC.`,
    examples: ["2026-11-21T02:24:00.000Z"],
  });
export const date = (description: string) =>
  z.iso.date().meta({ maxLength: 10, description, examples: ["2027-02-08"] });
export const amount = (description: string, example = 250) =>
  z
    .number()
    .min(0)
    .meta({ maximum: 100_000, description, examples: [example] });
export const count = (minimum: number, maximum: number, description: string, example = minimum) =>
  z.int().meta({ format: "int32", minimum, maximum, description, examples: [example] });
/** @param path of an example, an address of the service */
export const url = (description: string, path: string) =>
  z.url().meta({ maxLength: 2048, description, examples: [`${WRITTEN_FOR}${path}`] });
/** Null in examples, as in the states that they show. */
export const orNull = <S extends z.ZodType>(schema: S, description?: string) =>
  schema.nullable().meta({ description, examples: [null] });
export const words = (maxLength: number, description: string, example: string) =>
  z.string().meta({ maxLength, pattern: "^[^\\u0000]*$", description, examples: [example] });
/** A vocabulary that may grow: the document lists its known values, and any text is valid. Contract section 2. */
export const open = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values).meta({ growing: true });
/** A code from a list that may grow. */
export const slug = (description: string, example: string) =>
  z.string().meta({ maxLength: 64, pattern: "^[a-z0-9_]+$", description, examples: [example] });

import { z } from "zod";
import type { IdPrefix } from "../domain/ids";
import { EXAMPLE_TOKEN, idPattern, TOKEN_PATTERN } from "./patterns";

/** Fields of answers, with the bounds that the published document states. */

/** @param about `examples` and `description` for the published document */
export const matching = (pattern: RegExp, maxLength: number, about: Record<string, unknown> = {}) =>
  z
    .string()
    .regex(pattern)
    .meta({ maxLength, ...about });
export const id = (prefix: IdPrefix) =>
  matching(new RegExp(idPattern(prefix)), 30, { examples: [`${prefix}_01m7xzsvdaexwt5dmxs7qvyfwd`] });
export const token = () =>
  matching(new RegExp(TOKEN_PATTERN), 47, {
    description: "Opaque; shown by create and by the checkout-token operation only. Confirm asks for it.",
    examples: [EXAMPLE_TOKEN],
  });
export const instant = () =>
  z.iso.datetime().meta({ maxLength: 30, description: "UTC.", examples: ["2026-11-21T02:24:00.000Z"] });
export const date = () => z.iso.date().meta({ maxLength: 10, examples: ["2027-02-08"] });
export const amount = () =>
  z
    .number()
    .min(0)
    .meta({ maximum: 100_000, description: "Dollars.", examples: [57.69] });
export const count = (minimum: number, maximum: number) =>
  z.int().meta({ format: "int32", minimum, maximum });
export const url = () => z.url().meta({ maxLength: 2048 });
/** Text of any kind. */
export const words = (maxLength: number) => z.string().meta({ maxLength, pattern: "^[^\\u0000]*$" });
/** A code from a list that may grow. */
export const slug = () => z.string().meta({ maxLength: 64, pattern: "^[a-z0-9_]+$" });

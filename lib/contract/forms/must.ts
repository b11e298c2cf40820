import * as z from "zod/mini";

/** A check that ends the field's checks, so that each field has one message. */
export const must = (holds: (value: string) => boolean, error: string) =>
  z.refine<string>(holds, { error, abort: true });

import { z } from "zod";
import { withoutCardNumber } from "../../packages/cards/card-number";
import { quoted, readText } from "../../packages/text/text";
import { METADATA } from "../domain/limits";
import { ANY_TEXT, passOn, reference, report, text, VISIBLE_TEXT } from "./fields";

/** Machines write most metadata, and their times and ids are long numbers. */
const KEY = reference(METADATA.key, undefined, VISIBLE_TEXT, "issued refused");
const VALUE = text(METADATA.value, undefined, "issued refused");

/** An empty value is allowed: a system that sends all its fields leaves some empty. */
const readValue = (sent: unknown) =>
  typeof sent === "string" && readText(sent, "words", METADATA.value) === ""
    ? ({ data: "", error: undefined } as const)
    : VALUE.safeParse(sent);

/**
 * A caller's own pairs, in a body or a list's filter, as `{ key: value }`; null if there are none. An error has the pair's
 * own path, without control characters. A key in it is shortened if it is too long, and left out if it could be a card
 * number. Contract section 4.
 * @param type of a value, for the published document: a null in a body counts as absent
 */
export const metadata = (type: "string" | ["string", "null"] = "string") =>
  z
    .record(z.string(), z.unknown())
    .transform((sent, ctx): Record<string, string> | null => {
      const pairs = Object.entries(sent).filter(([, given]) => given !== null);
      if (pairs.length > METADATA.pairs) {
        report(
          ctx,
          "too_large",
          `must have at most ${METADATA.pairs} keys`,
          `at most ${METADATA.pairs} keys`,
        );
        return null;
      }
      const read = new Map<string, string>();
      for (const [name, given] of pairs) {
        const path = [quoted(withoutCardNumber(name), 100)];
        const [key, value] = [KEY.safeParse(name), readValue(given)];
        passOn(ctx, key.error, path, "has a key that ");
        passOn(ctx, value.error, path);
        if (key.data === undefined) continue;
        // This name is refused everywhere. White space around it would let it in.
        if (key.data === "__proto__")
          report(ctx, "not_allowed", "has a key that is not allowed", "another key", path);
        if (read.has(key.data))
          report(ctx, "not_allowed", "has a key that appears twice", "each key once", path);
        read.set(key.data, value.data ?? "");
      }
      const bytes = [...read].flat().reduce((sum, one) => sum + Buffer.byteLength(one), 0);
      if (bytes > METADATA.bytes)
        report(
          ctx,
          "too_large",
          `must have at most ${METADATA.bytes} bytes in total`,
          `<= ${METADATA.bytes} bytes`,
        );
      return read.size > 0 ? Object.fromEntries(read) : null;
    })
    .meta({
      maxProperties: METADATA.pairs,
      propertyNames: { minLength: 1, maxLength: METADATA.key, pattern: VISIBLE_TEXT },
      additionalProperties: { type, maxLength: METADATA.value, pattern: ANY_TEXT },
    });
